/** A zip that is written file by file, each with its digest for the manifest. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ListedFile } from './signed-content.ts';

/** Above this zlib costs more time than the smaller file saves. */
const LEVEL = 3;

export class Archive {
  readonly #zip = new ZipFile();
  readonly #hash = createHash('sha256');
  readonly #written: Promise<void>;
  readonly #file: string;
  readonly files: ListedFile[] = [];

  /** Written to `file`, which is there whole or not at all once {@link Archive.end} or {@link Archive.discard} is done. */
  constructor(file: string) {
    this.#file = file;
    const hash = this.#hash;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const target = fs.createWriteStream(`${file}.part`, { mode: 0o600, flush: true });
    this.#written = pipeline(this.#zip.outputStream as Readable, counted, target);
    // Told by end(); until then nobody waits for it.
    this.#written.catch(() => undefined);
  }

  /** Not compressed where it is already (pictures). */
  add(name: string, bytes: Buffer, { packed = false } = {}): void {
    this.#zip.addBuffer(bytes, name, packed ? { compress: false } : { compressionLevel: LEVEL });
    this.files.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }

  /** Many parts, of which few are in memory at once. */
  async addParts(name: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const hashed = async function* () {
      for await (const part of parts) {
        hash.update(part);
        bytes += part.length;
        yield part;
      }
    };
    const source = Readable.from(hashed(), { objectMode: false });
    this.#zip.addReadStream(source, name, { compressionLevel: LEVEL });
    await Promise.race([finished(source), this.#written]);
    this.files.push({ name, bytes, sha256: hash.digest('hex') });
  }

  /** Its digest and its length, once it is on the disk. */
  async end(): Promise<{ readonly digest: string; readonly bytes: number }> {
    this.#zip.end();
    await this.#written;
    fs.renameSync(`${this.#file}.part`, this.#file);
    return { digest: this.#hash.digest('hex'), bytes: fs.statSync(this.#file).size };
  }

  async discard(): Promise<void> {
    (this.#zip.outputStream as Readable).destroy();
    await this.#written.catch(() => undefined);
    fs.rmSync(`${this.#file}.part`, { force: true });
  }
}
