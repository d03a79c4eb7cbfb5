/** What a verifier is asked on the command line, and what it answers there. */
import { parseArgs } from 'node:util';
import { fingerprintOf } from './chain.ts';
import { inWords, verifyLog, type Evidence, type KnownSeal } from './verify.ts';

const SEAL = /^(\d{1,9}):([0-9a-f]{64})$/i;
const HEX = /^[0-9a-f]{64}$/i;

export const VERIFY_HELP = `用法：npm run verify -- [选项]

逐个重算全部事件，与封印核对；系统可以同时运行。第一个不符的事件或封印会被指出。

选项：
  （不加）              校验本系统的日志
  --backup 文件         校验一个备份
  --identity 文件       打开加密的备份（或环境变量 BACKUP_PASSPHRASE）
  --seal 编号:摘要      与纸上的封印核对（二维码的内容），可给多个
  --fingerprint 指纹    与纸上的公钥指纹核对
  --write 文件          写出不依赖本系统的校验程序，交给审计
  --write-case-check 文件  写出卷宗的校验程序，交给收件人

退出码：0 全部相符，1 不符或无从校验`;

export type VerifyRequest = {
  readonly backup: string | undefined;
  readonly identities: readonly string[];
  readonly known: readonly KnownSeal[];
  readonly fingerprint: string | undefined;
};
/** `files`: what stands without an option. @throws {TypeError} in one Chinese sentence. */
export const argsOf = (args: readonly string[]): VerifyRequest & { readonly files: readonly string[] } => {
  const { values, positionals: files } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      backup: { type: 'string' },
      /** Of an encrypted back-up, as age-keygen writes it; or BACKUP_PASSPHRASE. */
      identity: { type: 'string', multiple: true, default: [] },
      /** As a printed seal's QR code has it; more than one may be given. */
      seal: { type: 'string', multiple: true, default: [] },
      fingerprint: { type: 'string' },
    },
  });
  const known = values.seal.map((text) => {
    const found = SEAL.exec(text.trim());
    if (found === null) throw new TypeError(`--seal 应为“编号:摘要”（封印二维码的内容），不是 ${text}`);
    return { no: Number(found[1]), digest: String(found[2]) };
  });
  const fingerprint = values.fingerprint?.replaceAll(/\s/g, '');
  if (fingerprint !== undefined && !HEX.test(fingerprint))
    throw new TypeError('--fingerprint 应为 64 位十六进制的公钥指纹');
  return { backup: values.backup, identities: values.identity, known, fingerprint, files };
};
/** @throws {TypeError} in one Chinese sentence. */
export const askedOf = (args: readonly string[]): VerifyRequest => {
  const { files, ...asked } = argsOf(args);
  if (files.length > 0) throw new TypeError(`不认识 ${files.join(' ')}；校验备份请用 --backup 文件`);
  return asked;
};

type VerifyEvidence = Pick<Evidence, 'seals' | 'newest' | 'events'> & { readonly publicKey: string | null };
/** Says what it found; answers whether everything agrees. */
export const answered = async (
  { publicKey, ...evidence }: VerifyEvidence,
  { known, fingerprint }: Pick<VerifyRequest, 'known' | 'fingerprint'>,
  say: (line: string) => void,
): Promise<boolean> => {
  if (publicKey === null) {
    say(
      known.length === 0
        ? '还没有封印，无从校验：每小时封存一次，也可在“日志封印”中立即封存'
        : '没有任何封印，所给的封印不见了',
    );
    return false;
  }
  say(`公钥指纹 ${fingerprintOf(publicKey)}`);
  const verdict = await verifyLog({ ...evidence, publicKey, known, fingerprint });
  say(`${verdict.damage === null ? '✓' : '✗'} ${inWords(verdict)}`);
  return verdict.damage === null;
};
