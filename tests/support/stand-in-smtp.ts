/** A server that takes letters and keeps them. */
import net, { type AddressInfo } from 'node:net';

export type SmtpStandIn = { readonly url: string; readonly letters: string[]; readonly close: () => void };

/** `refuse`: says no to everybody that a letter is for. */
export const startSmtp = async ({ refuse = false } = {}): Promise<SmtpStandIn> => {
  const letters: string[] = [];
  const server = net.createServer((socket) => {
    let letter: string[] | null = null;
    let rest = '';
    const said = (line: string): string => {
      if (/^EHLO|^HELO/i.test(line)) return '250 stand-in';
      if (/^RCPT/i.test(line) && refuse) return '550 no such box';
      if (/^DATA/i.test(line)) {
        letter = [];
        return '354 go on';
      }
      return /^QUIT/i.test(line) ? '221 bye' : '250 ok';
    };
    const hear = (line: string): void => {
      if (letter === null) socket.write(`${said(line)}\r\n`);
      else if (line === '.') {
        letters.push(letter.join('\n'));
        letter = null;
        socket.write('250 taken\r\n');
      } else letter.push(line);
    };
    socket.write('220 stand-in\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const lines = `${rest}${bytes.toString('utf8')}`.split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, letters, close: () => void server.close() };
};
