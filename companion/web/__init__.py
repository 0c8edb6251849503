"""Pages, forms and streams. Decides nothing about games; asks the referee."""
