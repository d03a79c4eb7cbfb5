/** Addresses and names of this machine for itself. */
import net from 'node:net';

const LOOPBACK = new net.BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (net.isIP(host) > 0 && LOOPBACK.check(host, net.isIP(host) === 6 ? 'ipv6' : 'ipv4'));
