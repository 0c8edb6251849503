"""The network as this machine sees it: which of its addresses phones can reach, and a port to listen on."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import re
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

import ifaddr

Kind = Literal["home", "public", "other", "vpn", "virtual", "link-local", "mobile", "loopback"]
"""`other`: a range nobody hands out at home, on an ordinary interface. `mobile`: the phone company's network."""

KINDS: tuple[Kind, ...] = ("home", "public", "other", "vpn", "virtual", "link-local", "mobile", "loopback")
PLAUSIBLE: frozenset[Kind] = frozenset(("home", "public", "other"))
PORTS_TRIED = 20
SECONDS_UNTIL_GONE = 8
SECONDS_CACHED = 3

_IP = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Address:
    ip: str
    name: str
    """The interface, as its owner knows it: wlan0, en0, Wi-Fi."""
    kind: Kind
    plausible: bool
    """Phones in the same home can probably reach it."""

    def url(self, port: int) -> str:
        return f"http://{f'[{self.ip}]' if ':' in self.ip else self.ip}:{port}/"


class NetworkError(Exception):
    """The server can't listen; its text is a sentence for the person who started it."""


# --- which address ---------------------------------------------------------------------------------------------------


def addresses(
    adapters: Iterable[ifaddr.Adapter] | None = None, default_route: str | None = None, host: str | None = None
) -> list[Address]:
    """All addresses, the likeliest to be reached by phones first; IPv6 only when no IPv4 address is plausible.
    `default_route` is a hint: an address or an interface's name. Without `adapters` both are asked of this machine.
    With `host` only addresses remain that a server listening there answers at."""
    if adapters is None:
        adapters, default_route = _adapters(), default_route or _default_route()
    ranked: list[tuple[tuple[object, ...], Address]] = []
    seen: set[_IP] = set()
    for order, (adapter, entry) in enumerate((a, i) for a in adapters for i in a.ips):
        ip = _parse(entry.ip)
        if ip in seen or not _answers(host, ip) or _useless(ip):
            continue
        seen.add(ip)
        names = (adapter.name, entry.nice_name, adapter.nice_name)
        routed = default_route is not None and default_route in (str(ip), *names)
        kind = _kind(ip, entry.network_prefix, names, routed)
        address = Address(str(ip), entry.nice_name or adapter.nice_name, kind, kind in PLAUSIBLE)
        ranked.append(((not address.plausible, ip.version, *_rank(address, ip, names, routed), order), address))
    in_order = [address for _, address in sorted(ranked, key=lambda pair: pair[0])]
    if any(a.plausible and ":" not in a.ip for a in in_order):
        return [a for a in in_order if ":" not in a.ip]
    return in_order


def _rank(address: Address, ip: _IP, names: tuple[str, ...], routed: bool) -> tuple[object, ...]:
    is_router = ip.version == 4 and ip.packed[-1] == 1
    ordinary = any(_ORDINARY.match(name) for name in names)
    ranges = [n for n, net in enumerate(_HOME_RANGES) if ip in net]
    return KINDS.index(address.kind), not routed, is_router, not ordinary, ranges or [len(_HOME_RANGES)]


_HOME_RANGES = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "fc00::/7")))
_VPN_RANGES = tuple(map(ipaddress.ip_network, ("100.64.0.0/10", "198.18.0.0/15", "fd7a:115c:a1e0::/48")))
_CARRIER_RANGE = ipaddress.ip_network("192.0.0.0/29")  # what a phone company's IPv6-only network leaves of IPv4
_DOCKER_RANGE = ipaddress.ip_network("172.17.0.0/16")
_MAC_SHARING_RANGE = ipaddress.ip_network("192.168.2.0/24")
_VM_GUEST = ipaddress.ip_address("10.0.2.15")  # every guest behind VirtualBox's or QEMU's own router

# Short names as Linux, Android, macOS and BSD give them ...
_ORDINARY = re.compile(r"wl|en|eth|em\d|br\d|ap\d|swlan|wi-?fi|lan|local area", re.IGNORECASE)
_LOOPBACK = re.compile(r"lo\d*$|.*loopback", re.IGNORECASE)
_MOBILE = re.compile(r"(v4-)?(rmnet|ccmni|wwan|pdp_ip|seth_)|clat|.*(cellular|mobile broadband)", re.IGNORECASE)
_VPN_SHORT = re.compile(
    r"(tun|tap|utun|wg|ppp|zt|feth|tailscale|ipsec|xfrm|gre|sit|ip6tnl|gif|stf|l2tp|pptp|ham\d|wt\d|nebula|netbird"
    r"|nord|proton|mullvad|cloudflarewarp|warp|cscotun|gpd\d|outline|vpn)[\w.:@-]*$",
    re.IGNORECASE,
)
_VIRTUAL_SHORT = re.compile(
    r"(docker|br-(?!lan)|veth|virbr|vnet|vboxnet|vmnet|vmenet|vnic|lxc|lxd|incus|podman|cni|cali|flannel|weave|kube|crc|hassio"
    r"|minikube|nerdctl|mpqemubr|mpbr|anbox|waydroid|dummy|ifb|awdl|llw|anpi)[\w.:@-]*$",
    re.IGNORECASE,
)
# ... and words in the names and descriptions that Windows gives.
_VPN_WORDS = re.compile(
    r"vpn|wireguard|wintun|tap-win|\btap\b|tailscale|zerotier|hamachi|nordlynx|mullvad|proton|anyconnect|forti|pangp"
    r"|globalprotect|pulse secure|juniper|sonicwall|netextender|check point|cloudflare|netbird|nebula|wan miniport"
    r"|tunnel|teredo|isatap",
    re.IGNORECASE,
)
_VIRTUAL_WORDS = re.compile(
    r"virtualbox|vmware|vmnet|host-only|parallels|docker|\bwsl|default switch|npcap|\(nat\)", re.IGNORECASE
)
_HYPER_V = re.compile(r"vethernet|hyper-v", re.IGNORECASE)


def _kind(ip: _IP, prefix: int, names: tuple[str, ...], routed: bool) -> Kind:
    def named(*patterns: re.Pattern[str]) -> bool:
        return any(pattern.match(name) for pattern in patterns for name in names)

    def worded(pattern: re.Pattern[str]) -> bool:
        return any(pattern.search(name) for name in names)

    if ip.is_loopback or named(_LOOPBACK):
        return "loopback"
    if ip.is_link_local:
        return "link-local"
    if named(_MOBILE) or ip in _CARRIER_RANGE:
        return "mobile"
    if named(_VPN_SHORT) or worded(_VPN_WORDS) or any(ip in net for net in _VPN_RANGES):
        return "vpn"
    if named(_VIRTUAL_SHORT) or worded(_VIRTUAL_WORDS) or _virtual_by_address(ip, prefix, names[0]):
        return "virtual"
    # A Hyper-V switch that carries the default route is the bridged one: the machine's own place in the home network.
    if worded(_HYPER_V) and not routed:
        return "virtual"
    if any(ip in net for net in _HOME_RANGES):
        return "home"
    return "public" if ip.is_global else "other"


def _virtual_by_address(ip: _IP, prefix: int, name: str) -> bool:
    if ip.version == 6:
        return False
    if ip in _DOCKER_RANGE and prefix == 16:
        return True
    if re.match(r"bridge1\d\d$", name):  # macOS: a virtual machine's network, or the Mac shares its own connection
        return ip not in _MAC_SHARING_RANGE
    inside_wsl = name == "eth0" and prefix == 20 and ip in _HOME_RANGES[2]
    return inside_wsl or (ip == _VM_GUEST and prefix == 24)


def _useless(ip: _IP) -> bool:
    """Browsers can't open link-local IPv6: it needs the name of the phone's own interface."""
    return ip.is_unspecified or ip.is_multicast or (ip.version == 6 and ip.is_link_local)


def _answers(host: str | None, ip: _IP) -> bool:
    if host in (None, "", "::"):
        return True
    if host == "0.0.0.0":
        return ip.version == 4
    try:
        return ip == ipaddress.ip_address(host or "")
    except ValueError:
        return True


def _parse(ip: str | tuple[str, int, int]) -> _IP:
    parsed = ipaddress.ip_address((ip if isinstance(ip, str) else ip[0]).partition("%")[0])
    return getattr(parsed, "ipv4_mapped", None) or parsed


def _adapters() -> list[ifaddr.Adapter]:
    """Where the system won't list its interfaces (some Androids) what the default route tells is all there is."""
    try:
        return list(ifaddr.get_adapters())
    except (OSError, AssertionError, ValueError):
        found = [ifaddr.IP("127.0.0.1", 8, "lo")]
        if (ip := _udp_hint()) is not None:
            found.append(ifaddr.IP(ip, 24, "network"))
        return [ifaddr.Adapter(ip.nice_name, ip.nice_name, [ip]) for ip in found]


def _default_route() -> str | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        rows = [line.split() for line in Path("/proc/net/route").read_text().splitlines()[1:]]
        routes = sorted((int(row[6]), row[0]) for row in rows if row[1] == row[7] == "00000000")
        for _, name in routes:
            if not _VPN_SHORT.match(name):
                return name
    return _udp_hint()


def _udp_hint() -> str | None:
    """The address from which a packet to the outside would leave; none is sent. A VPN often answers here."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("203.0.113.1", 9))
        return str(probe.getsockname()[0])
    return None


# --- who is asking ---------------------------------------------------------------------------------------------------


def own_addresses() -> frozenset[str]:
    """Every address of this machine, loopback too; at most a few seconds old."""
    return _own_addresses(int(time.monotonic() // SECONDS_CACHED))


def is_this_machine(ip: str) -> bool:
    """Whether a request from `ip` comes from a browser on the device that serves."""
    try:
        parsed = _parse(ip)
    except ValueError:
        return False
    return parsed.is_loopback or str(parsed) in own_addresses()


@lru_cache(maxsize=1)
def _own_addresses(moment: int) -> frozenset[str]:  # noqa: ARG001 - the moment is the cache's key
    return frozenset(str(_parse(entry.ip)) for adapter in _adapters() for entry in adapter.ips)


# --- where to listen -------------------------------------------------------------------------------------------------


def free_port(host: str, port: int) -> tuple[socket.socket, int]:
    """A socket that listens at the wanted port or at the next free one, and that port. Raises `NetworkError`."""
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        try:
            opened = listen_at(host, candidate)
        except OSError as error:
            if not is_taken(error):
                raise NetworkError(why_not(host, candidate, error)) from error
        else:
            return opened, int(opened.getsockname()[1])
    raise NetworkError(f"Port {port} and the ports after it are all taken. Choose another one with --port.")


def listen_at(host: str, port: int) -> socket.socket:
    """Listens at once: two sockets that are only bound could still share a port. Raises `OSError`."""
    family, kind, proto, _, where = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    # macOS lets two servers share a port when one of them listens on loopback alone.
    if os.name == "posix" and host in ("0.0.0.0", "::") and port and _somebody_answers(port):
        raise OSError(errno.EADDRINUSE, "taken on loopback")
    opened = socket.socket(family, kind, proto)
    try:
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(host != "::"))
        if os.name == "posix":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        else:
            opened.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        if (user_timeout := getattr(socket, "TCP_USER_TIMEOUT", None)) is not None:
            with contextlib.suppress(OSError):
                opened.setsockopt(socket.IPPROTO_TCP, user_timeout, SECONDS_UNTIL_GONE * 1000)
        opened.bind(where)
        opened.listen(1024)
    except BaseException:
        opened.close()
        raise
    return opened


def is_taken(error: OSError) -> bool:
    """Windows also forbids ports that another program has reserved."""
    return error.errno == errno.EADDRINUSE or (os.name == "nt" and error.errno == errno.EACCES)


def why_not(host: str, port: int, error: OSError) -> str:
    if is_taken(error):
        return f"Port {port} is taken by another program."
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine. Leave --host out to listen on all of them."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} is reserved for the system's administrator. Choose one from 1024 up with --port."
    return f"Can't listen on {host}, port {port}: {error.strerror or error}."


def _somebody_answers(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0
