/** The certificate at the address by which the shops open the house. */
import net from 'node:net';
import tls from 'node:tls';
import { dayOf } from '../contracts/dates.ts';
import { attention, bad, found, good, whenLow, type StateCheck } from './check.ts';
import { THRESHOLDS } from './thresholds.ts';

const CONNECT_MS = 5_000;
const HTTPS = 443;
type CertificateState = { readonly until: Date; readonly untrusted: string | null };

/** @throws where nobody answers with a certificate. */
const certificateAt = ({ hostname, port }: URL): Promise<CertificateState> =>
  new Promise((resolve, reject) => {
    const host = hostname.replaceAll(/^\[|\]$/g, '');
    // Looked at, not used: one that has run out has to be seen, too.
    const socket = tls.connect({
      host,
      port: port === '' ? HTTPS : Number(port),
      servername: net.isIP(host) === 0 ? host : '',
      rejectUnauthorized: false,
      timeout: CONNECT_MS,
    });
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate();
      resolve({ until: new Date(until), untrusted: socket.authorized ? null : String(socket.authorizationError) });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${CONNECT_MS / 1_000} 秒没有应答`)));
    socket.once('error', reject);
  });

const DAY_MS = 24 * 3_600_000;
const RENEW = '在反向代理上更新证书，并检查自动续期';
export const certificates: StateCheck = {
  name: 'certificates',
  title: '证书',
  look: async ({ config: { publicUrl, behindTls }, clock }) => {
    if (publicUrl === undefined || !publicUrl.startsWith('https://'))
      return behindTls
        ? attention('不知道各店打开的地址，没有检查', '用 PUBLIC_URL 或 --address 给出 https:// 开头的地址')
        : good('没有使用 HTTPS');
    const { host } = new URL(publicUrl);
    const seen = await certificateAt(new URL(publicUrl)).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (typeof seen === 'string') return bad(`${host} 无法连接（${seen}）`, '检查反向代理是否在运行，以及域名和防火墙');
    const left = seen.until.getTime() - clock().getTime();
    if (left < 0) return bad(`${host} 的证书已于 ${dayOf(seen.until)} 到期`, RENEW);
    const text = `${host} 的证书还有 ${Math.floor(left / DAY_MS)} 天到期`;
    if (seen.untrusted !== null)
      return bad(`${host} 的证书不受信任（${seen.untrusted}）`, '换用受信任机构签发、含此域名的证书');
    return found(whenLow(left, THRESHOLDS.certificateMs), text, RENEW);
  },
};
