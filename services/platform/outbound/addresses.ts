/**
 * Which addresses of settings the house may call (R146, R120): none with a user in it, none inside unless its host is named, and
 * jobs none at all unless named. Addresses of the environment are trusted and do not come here.
 */
import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** `host`, `host:port` or `host:*`; without a port that of the scheme. */
const named = ({ host, hostname, port, protocol }: URL, hosts: readonly string[]): boolean => {
  const usual = `${hostname}:${protocol === 'https:' ? 443 : 80}`;
  const whole = [host, `${hostname}:*`, ...(port === '' ? [usual] : [])];
  return hosts.some((one) => whole.includes(one.toLowerCase()));
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

/** What is called with its brackets off; a name, or an address. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
const readOf = (target: string): URL | string => {
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) return '应为 http 或 https 网址';
  return url.username !== '' || url.password !== '' ? '不能带用户名和密码' : url;
};
const LOCAL = /^(?:localhost|.*\.(?:localhost|local|internal|home\.arpa))$/i;
/** What is wrong with an address of a setting, as far as it says so itself; null: nothing. What its name leads to is judged when it is called. */
export const addressProblem = (target: string, hosts: readonly string[]): string | null => {
  const url = readOf(target);
  if (typeof url === 'string') return url;
  if (named(url, hosts)) return null;
  const host = bareHost(url).replace(/\.$/, '');
  const isInside = isIP(host) === 0 ? LOCAL.test(host) : leadsInside(host);
  return isInside ? `指向内部地址 ${url.host}，请先在 OUTBOUND_HOSTS 中允许` : null;
};
/** As {@link addressProblem}, of a job: only named hosts are called at all. */
export const httpTargetProblem = (target: string, hosts: readonly string[]): string | null => {
  const url = readOf(target);
  if (typeof url === 'string') return `接口${url.startsWith('应') ? '' : '地址'}${url}`;
  return named(url, hosts) ? null : `主机 ${url.host} 不在允许的主机之中（JOB_HTTP_HOSTS）`;
};

/** What may not be called; its message is fit to show. */
export class RefusedAddress extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedAddress';
  }
}
/** The address that was judged is the one that is called: nobody is asked a second time. */
export const judgedLookup: LookupFunction = (hostname, options, done) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '');
    const bad = found.find(({ address }) => leadsInside(address));
    if (bad !== undefined)
      return done(new RefusedAddress(`主机 ${hostname} 指向内部地址 ${bad.address}，不能调用`), '');
    const [first] = found;
    if (options.all === true) return done(null, found);
    return done(null, first?.address ?? '', first?.family);
  });
};
/** How the host of `url` is resolved: one that the installation names may lie inside, all others are judged. */
export const lookupFor = (url: URL, hosts: readonly string[]): { readonly lookup?: LookupFunction } =>
  isIP(bareHost(url)) !== 0 || named(url, hosts) ? {} : { lookup: judgedLookup };
