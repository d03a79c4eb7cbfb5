/** Which addresses a job of type 1 may get: hosts that the installation names, by none that lead inside (R120). */
import { BlockList, isIP } from 'node:net';

/** `a.example.com` or `a.example.com:8443`; without a port that of the scheme. */
const named = ({ host, hostname, port, protocol }: URL, hosts: readonly string[]): boolean => {
  const whole = port === '' ? [host, `${hostname}:${protocol === 'https:' ? 443 : 80}`] : [host];
  return hosts.some((one) => whole.includes(one.toLowerCase()));
};
/** What is wrong with an address, fit to show; null: it may be called. */
export const httpTargetProblem = (target: string, hosts: readonly string[]): string | null => {
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) return '接口应为 http 或 https 网址';
  if (url.username !== '' || url.password !== '') return '接口地址不能带用户名和密码';
  if (named(url, hosts)) return null;
  return `主机 ${url.host} 不在允许的主机之中（JOB_HTTP_HOSTS）`;
};

/** Networks that are no one's on the open net: this machine, this house, the provider's own. */
const INSIDE: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];
const inside = new BlockList();
for (const [network, prefix, family] of INSIDE) inside.addSubnet(network, prefix, family);

/** Whether a name of the open net may lead there; who allows a bare address means that address. */
export const leadsInside = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0) return true;
  // An IPv4 address in the clothes of an IPv6 one is judged as what it is: by BlockList itself.
  return inside.check(address, family === 4 ? 'ipv4' : 'ipv6');
};
