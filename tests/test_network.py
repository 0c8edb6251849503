"""Interfaces as real machines list them, and which address of theirs goes into the QR code."""

from __future__ import annotations

import socket
from contextlib import closing

import ifaddr
import pytest

from companion import network
from companion.network import Address, NetworkError, addresses, free_port, is_this_machine, listen_at

# --- tables of interfaces ---------------------------------------------------------------------------------------------


def unix(*rows: tuple[str, str]) -> list[ifaddr.Adapter]:
    """Rows of interface and address/prefix."""
    return [ifaddr.Adapter(name, name, [entry(text, name)]) for name, text in rows]


def windows(*rows: tuple[str, str, str]) -> list[ifaddr.Adapter]:
    """Rows of connection name, description of the device and address/prefix."""
    return [
        ifaddr.Adapter(f"{{{n:08X}-39D2-4C1E-9D20-806E6F6E6963}}", description, [entry(text, name)])
        for n, (name, description, text) in enumerate(rows)
    ]


def entry(text: str, name: str) -> ifaddr.IP:
    ip, _, prefix = text.partition("/")
    return ifaddr.IP((ip, 0, 0) if ":" in ip else ip, int(prefix), name)


LO = ("lo", "127.0.0.1/8")
BUSY_LAPTOP = unix(
    LO,
    ("lo", "::1/128"),
    ("docker0", "172.17.0.1/16"),
    ("br-5f2b1c9d7e3a", "172.18.0.1/16"),
    ("veth1a2b3c4", "169.254.77.3/16"),
    ("tun0", "10.8.0.6/24"),
    ("vboxnet0", "192.168.56.1/24"),
    ("virbr0", "192.168.122.1/24"),
    ("tailscale0", "100.101.102.103/32"),
    ("wlp3s0", "192.168.1.20/24"),
    ("wlp3s0", "2001:db8::20/64"),
    ("wlp3s0", "fe80::1/64"),
    ("tailscale0", "fd7a:115c:a1e0::1/128"),
)
WINDOWS_PC = windows(
    ("Loopback Pseudo-Interface 1", "Software Loopback Interface 1", "127.0.0.1/8"),
    ("vEthernet (WSL (Hyper-V firewall))", "Hyper-V Virtual Ethernet Adapter", "172.25.96.1/20"),
    ("vEthernet (Default Switch)", "Hyper-V Virtual Ethernet Adapter #2", "172.20.0.1/20"),
    ("Ethernet 2", "VirtualBox Host-Only Ethernet Adapter", "192.168.56.1/24"),
    ("VMware Network Adapter VMnet8", "VMware Virtual Ethernet Adapter for VMnet8", "192.168.111.1/24"),
    ("Ethernet 3", "TAP-Windows Adapter V9", "10.8.0.6/24"),
    ("Local Area Connection* 9", "Microsoft Wi-Fi Direct Virtual Adapter", "169.254.5.5/16"),
    ("Bluetooth Network Connection", "Bluetooth Device (Personal Area Network)", "169.254.9.9/16"),
    ("Tailscale", "Tailscale Tunnel", "100.90.80.70/32"),
    ("Wi-Fi", "Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.178.31/24"),
)


def first(adapters: list[ifaddr.Adapter], default_route: str | None = None) -> Address:
    return addresses(adapters, default_route)[0]


def plausible(adapters: list[ifaddr.Adapter], default_route: str | None = None) -> list[str]:
    return [a.ip for a in addresses(adapters, default_route) if a.plausible]


# --- which address ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", ["wlp3s0", "192.168.1.20", "10.8.0.6", "tun0", "172.17.0.1", None])
def test_the_wifi_wins_among_docker_vpn_virtualbox_and_tailscale_whatever_the_route(route: str | None) -> None:
    assert first(BUSY_LAPTOP, route) == Address("192.168.1.20", "wlp3s0", "home", True)
    assert plausible(BUSY_LAPTOP, route) == ["192.168.1.20"]


def test_the_order_in_which_interfaces_are_listed_does_not_matter() -> None:
    assert first(BUSY_LAPTOP[::-1]).ip == "192.168.1.20"


def test_no_ipv6_is_offered_beside_a_plausible_ipv4() -> None:
    assert not any(":" in a.ip for a in addresses(BUSY_LAPTOP))


def test_each_address_says_what_it_belongs_to() -> None:
    kinds = {a.ip: a.kind for a in addresses(BUSY_LAPTOP)}
    assert kinds == {
        "192.168.1.20": "home",
        "10.8.0.6": "vpn",
        "100.101.102.103": "vpn",
        "172.17.0.1": "virtual",
        "172.18.0.1": "virtual",
        "192.168.56.1": "virtual",
        "192.168.122.1": "virtual",
        "169.254.77.3": "link-local",
        "127.0.0.1": "loopback",
    }


@pytest.mark.parametrize("route", ["192.168.178.31", "10.8.0.6", None])
def test_windows_is_known_by_the_names_of_connections_and_devices(route: str | None) -> None:
    assert first(WINDOWS_PC, route) == Address("192.168.178.31", "Wi-Fi", "home", True)
    assert plausible(WINDOWS_PC, route) == ["192.168.178.31"]


def test_on_hyper_v_the_switch_that_carries_the_default_route_is_the_home_network() -> None:
    pc = windows(
        ("vEthernet (Default Switch)", "Hyper-V Virtual Ethernet Adapter", "172.20.0.1/20"),
        ("vEthernet (External)", "Hyper-V Virtual Ethernet Adapter #2", "192.168.1.7/24"),
    )
    assert plausible(pc, "192.168.1.7") == ["192.168.1.7"]
    assert plausible(pc, None) == []
    assert plausible(pc, "172.20.0.1") == []


def test_a_windows_hotspot_is_offered_after_the_network_it_shares() -> None:
    pc = windows(
        ("Local Area Connection* 2", "Microsoft Wi-Fi Direct Virtual Adapter #2", "192.168.137.1/24"),
        ("Ethernet", "Realtek PCIe GbE Family Controller", "192.168.1.9/24"),
    )
    assert plausible(pc, "192.168.1.9") == ["192.168.1.9", "192.168.137.1"]
    assert plausible(pc) == ["192.168.1.9", "192.168.137.1"]


def test_the_private_address_of_the_default_route_comes_first_of_two_home_networks() -> None:
    pc = unix(LO, ("eth0", "192.168.1.5/24"), ("wlan0", "10.0.0.5/24"))
    assert plausible(pc, "wlan0") == ["10.0.0.5", "192.168.1.5"]
    assert plausible(pc, "192.168.1.5") == ["192.168.1.5", "10.0.0.5"]
    assert plausible(pc) == ["192.168.1.5", "10.0.0.5"]


@pytest.mark.parametrize("hotspot", ["ap0", "wlan0", "swlan0", "softap0"])
def test_a_phone_that_is_the_hotspot_serves_its_guests_and_not_the_phone_company(hotspot: str) -> None:
    mobile = ("rmnet_data0", "10.163.20.4/29"), ("v4-rmnet_data2", "192.0.0.4/32")
    phone = unix(LO, *mobile, (hotspot, "192.168.43.1/24"))
    assert first(phone, "rmnet_data0").ip == "192.168.43.1"
    assert plausible(phone, "10.163.20.4") == ["192.168.43.1"]


def test_android_in_a_wifi_takes_the_wifi_and_not_mobile_data() -> None:
    phone = unix(LO, ("dummy0", "10.9.9.9/24"), ("rmnet0", "100.70.1.2/30"), ("wlan0", "192.168.0.14/24"))
    assert plausible(phone, "100.70.1.2") == ["192.168.0.14"]


def test_android_on_mobile_data_alone_has_nothing_plausible() -> None:
    phone = unix(LO, ("rmnet_data1", "10.20.30.40/30"))
    assert plausible(phone, "10.20.30.40") == []
    assert first(phone).kind == "mobile"


MAC = unix(
    ("lo0", "127.0.0.1/8"),
    ("utun3", "10.6.0.2/32"),
    ("utun4", "100.64.0.9/32"),
    ("bridge100", "192.168.64.1/24"),
    ("vmenet0", "192.168.65.1/24"),
    ("awdl0", "169.254.12.12/16"),
    ("llw0", "fe80::2/64"),
    ("feth1234", "10.147.17.5/24"),
    ("en0", "10.0.1.12/24"),
)


@pytest.mark.parametrize("route", ["en0", "10.6.0.2", None])
def test_a_mac_takes_its_wifi_among_tunnels_virtual_machines_and_airdrop(route: str | None) -> None:
    assert plausible(MAC, route) == ["10.0.1.12"]


def test_a_mac_that_shares_its_connection_serves_those_who_share_it() -> None:
    assert plausible(unix(("lo0", "127.0.0.1/8"), ("bridge100", "192.168.2.1/24"))) == ["192.168.2.1"]


def test_guests_of_a_phones_hotspot_and_of_a_linux_hotspot_are_at_home() -> None:
    assert plausible(unix(LO, ("en0", "172.20.10.3/28"))) == ["172.20.10.3"]
    assert plausible(unix(LO, ("wlp2s0", "10.42.0.1/24"))) == ["10.42.0.1"]


@pytest.mark.parametrize(
    ("name", "ip"),
    [("eth0", "172.17.0.2/16"), ("eth0", "172.29.112.5/20"), ("enp0s3", "10.0.2.15/24"), ("eth0", "100.115.92.198/28")],
)
def test_inside_docker_wsl_a_guest_machine_or_a_chromebook_the_address_is_not_trusted(name: str, ip: str) -> None:
    only = addresses(unix(LO, (name, ip)), name)
    assert [a.ip for a in only] == [ip.partition("/")[0], "127.0.0.1"]
    assert not only[0].plausible


@pytest.mark.parametrize(
    "name",
    [
        "tun0", "tap1", "utun7", "wg0", "wg-mullvad", "ppp0", "zt5u4y6ejv", "tailscale0", "ipsec0",
        "nordlynx", "proton0", "CloudflareWARP", "cscotun0", "gpd0", "ham0", "wt0",
    ],
)  # fmt: skip
def test_vpns_are_known_by_their_interface(name: str) -> None:
    assert first(unix((name, "10.1.2.3/24")), name) == Address("10.1.2.3", name, "vpn", False)


@pytest.mark.parametrize(
    "name",
    [
        "docker0", "docker_gwbridge", "br-0a1b2c3d4e5f", "veth9", "virbr1", "vboxnet3", "vmnet8", "vnic0",
        "lxcbr0", "lxdbr0", "incusbr0", "podman1", "cni-podman0", "cali7", "flannel.1", "waydroid0",
        "vmenet2",
    ],
)  # fmt: skip
def test_virtual_bridges_are_known_by_their_interface(name: str) -> None:
    assert first(unix((name, "192.168.1.5/24")), name) == Address("192.168.1.5", name, "virtual", False)


@pytest.mark.parametrize(
    "name",
    [
        "wlan0", "wlp3s0", "wlx00c0ca", "eth0", "enp5s0", "eno1", "ens18", "en0", "usb0", "br0", "br-lan",
        "bond0", "Wi-Fi", "Ethernet", "WLAN",
    ],
)  # fmt: skip
def test_ordinary_interfaces_are_home(name: str) -> None:
    assert first(unix((name, "192.168.1.5/24"))) == Address("192.168.1.5", name, "home", True)


@pytest.mark.parametrize(
    "device",
    [
        "WireGuard Tunnel", "Wintun Userspace Tunnel", "TAP-Windows Adapter V9",
        "OpenVPN Data Channel Offload",
        "Cisco AnyConnect Secure Mobility Client Virtual Miniport Adapter for Windows x64",
        "ZeroTier Virtual Port", "Fortinet SSL VPN Virtual Ethernet Adapter",
        "PANGP Virtual Ethernet Adapter", "NordLynx Tunnel",
        "Check Point Virtual Network Adapter For Endpoint VPN Client", "WAN Miniport (L2TP)",
    ],
)  # fmt: skip
def test_windows_vpns_are_known_by_their_device(device: str) -> None:
    assert first(windows(("Ethernet 4", device, "10.1.2.3/24"))).kind == "vpn"


def test_a_home_address_is_preferred_to_a_public_one_and_a_public_one_to_none() -> None:
    server = unix(LO, ("eth0", "8.8.4.4/24"), ("eth1", "10.0.0.4/24"))
    assert plausible(server, "eth0") == ["10.0.0.4", "8.8.4.4"]
    assert first(unix(LO, ("eth0", "8.8.4.4/24"))) == Address("8.8.4.4", "eth0", "public", True)


def test_ipv6_is_taken_when_there_is_nothing_else_and_never_link_local() -> None:
    six = ("eth0", "fe80::5/64"), ("eth0", "2a02:8109::5/64"), ("eth0", "fd00::5/64")
    pc = unix(LO, *six, ("docker0", "172.17.0.1/16"))
    assert plausible(pc) == ["fd00::5", "2a02:8109::5"]
    assert addresses(pc)[0].url(8000) == "http://[fd00::5]:8000/"
    assert not any(a.ip.startswith("fe80") for a in addresses(pc))


def test_what_is_never_wanted_is_taken_when_nothing_else_is_there_and_loopback_last() -> None:
    assert [a.kind for a in addresses(unix(LO, ("docker0", "172.17.0.1/16"), ("wlan0", "169.254.3.4/16")))] == [
        "virtual",
        "link-local",
        "loopback",
    ]
    assert [a.ip for a in addresses(unix(LO))] == ["127.0.0.1"]
    assert addresses([]) == []


def test_an_address_listed_twice_is_offered_once() -> None:
    assert plausible(unix(("wlan0", "192.168.1.5/24"), ("wlan0:1", "192.168.1.5/24"))) == ["192.168.1.5"]


def test_only_addresses_that_the_server_answers_at_are_offered() -> None:
    assert [a.ip for a in addresses(BUSY_LAPTOP, host="10.8.0.6")] == ["10.8.0.6"]
    assert [a.ip for a in addresses(BUSY_LAPTOP, host="127.0.0.1")] == ["127.0.0.1"]
    assert not any(":" in a.ip for a in addresses(unix(LO, ("eth0", "fd00::5/64")), host="0.0.0.0"))
    assert plausible(unix(LO, ("eth0", "fd00::5/64")), None) == ["fd00::5"]


def test_this_machine_is_looked_at_when_no_table_is_given() -> None:
    assert any(a.kind == "loopback" for a in addresses())


def test_where_interfaces_are_not_listed_the_default_route_is_still_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> list[ifaddr.Adapter]:
        raise PermissionError("not on this phone")

    monkeypatch.setattr(ifaddr, "get_adapters", forbidden)
    monkeypatch.setattr(network, "_udp_hint", lambda: "192.168.0.14")
    monkeypatch.setattr(network, "_default_route", lambda: "192.168.0.14")
    assert [a.ip for a in addresses()] == ["192.168.0.14", "127.0.0.1"]


# --- who is asking ----------------------------------------------------------------------------------------------------


def test_this_machine_is_known_by_loopback_and_by_each_of_its_own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: BUSY_LAPTOP)
    network._own_addresses.cache_clear()
    try:
        for ip in (
            "127.0.0.1",
            "127.8.8.8",
            "::1",
            "192.168.1.20",
            "::ffff:192.168.1.20",
            "2001:DB8::20",
            "fe80::1%en0",
        ):
            assert is_this_machine(ip), ip
        for ip in ("192.168.1.21", "8.8.8.8", "", "localhost", "1.2.3", "<script>"):
            assert not is_this_machine(ip), ip
    finally:
        network._own_addresses.cache_clear()


def test_the_interfaces_are_listed_once_for_many_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def count() -> list[ifaddr.Adapter]:
        asked.append(1)
        return BUSY_LAPTOP

    monkeypatch.setattr(ifaddr, "get_adapters", count)
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)
    network._own_addresses.cache_clear()
    try:
        assert not any(is_this_machine(f"192.168.7.{n}") for n in range(200))
        assert len(asked) == 1
        monkeypatch.setattr("time.monotonic", lambda: 1000.0 + network.SECONDS_CACHED)
        assert not is_this_machine("192.168.7.1")
        assert len(asked) == 2
    finally:
        network._own_addresses.cache_clear()


# --- where to listen --------------------------------------------------------------------------------------------------


def test_the_wanted_port_is_taken_when_it_is_free() -> None:
    with closing(listen_at("127.0.0.1", 0)) as probe:
        wanted = probe.getsockname()[1]
    opened, port = free_port("127.0.0.1", wanted)
    with opened:
        assert port == wanted == opened.getsockname()[1]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_taken_port_leads_to_a_later_one_that_already_listens(host: str) -> None:
    with closing(listen_at("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        opened, port = free_port(host, taken)
        with opened:
            assert taken < port < taken + network.PORTS_TRIED
            socket.create_connection(("127.0.0.1", port), timeout=2).close()


def test_two_servers_started_in_the_same_instant_never_share_a_port() -> None:
    with closing(listen_at("127.0.0.1", 0)) as probe:
        wanted = probe.getsockname()[1]
    found = [free_port("127.0.0.1", wanted) for _ in range(4)]
    try:
        assert len({port for _, port in found}) == 4
    finally:
        for opened, _ in found:
            opened.close()


def test_when_all_ports_are_taken_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "PORTS_TRIED", 1)
    with closing(listen_at("127.0.0.1", 0)) as other, pytest.raises(NetworkError, match="Choose another"):
        free_port("127.0.0.1", other.getsockname()[1])


def test_a_host_that_is_not_this_machine_is_named_in_a_sentence() -> None:
    with pytest.raises(NetworkError, match=r"203\.0\.113\.77 is not an address of this machine"):
        free_port("203.0.113.77", 8000)


def test_a_port_that_needs_rights_is_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> socket.socket:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(network, "listen_at", refused)
    with pytest.raises(NetworkError, match=r"Port 80 is reserved .* from 1024 up with --port"):
        free_port("0.0.0.0", 80)


def test_a_phone_that_vanished_is_given_up_after_eight_seconds() -> None:
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    with closing(listen_at("127.0.0.1", 0)) as opened:
        assert option is None or opened.getsockopt(socket.IPPROTO_TCP, option) == 8000
