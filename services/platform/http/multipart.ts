/** multipart/form-data of one route: one file in memory within its limit, and a few text fields. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { ReceivedFile, Route, Upload } from '../../contracts/route.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;
type Multipart = NonNullable<Route['multipart']>;

/** Bytes of uploads that this process holds at once, whoever sends them. */
const MAX_HELD_BYTES = 96 * 1024 * 1024;
const RETRY_SECONDS = 5;
const BUSY = refuse('too-many', 'platform.uploads_busy', '正在上传的文件过多，请稍后再试', {
  data: { retryAfter: RETRY_SECONDS },
});

let heldBytes = 0;
/** What one request holds of the room for uploads; given back when the request has been answered. */
export class UploadHold {
  #bytes = 0;

  /** false: there is no room for so many more bytes. */
  take(bytes: number): boolean {
    if (heldBytes + bytes > MAX_HELD_BYTES) return false;
    heldBytes += bytes;
    this.#bytes += bytes;
    return true;
  }

  release(): void {
    heldBytes -= this.#bytes;
    this.#bytes = 0;
  }
}
class NoRoom extends Error {}
class TooLarge extends Error {}

/** The rest of a file that is refused is read and dropped: the answer must find a reader. */
const bytesOf = async (file: MultipartFile['file'], hold: UploadHold): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let room = true;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    room &&= !file.truncated && hold.take(chunk.length);
    if (room) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (file.truncated) throw new TooLarge();
  if (!room) throw new NoRoom();
  return Buffer.concat(chunks);
};

const collect = async (
  request: FastifyRequest,
  { maxBytes, maxFiles = 1 }: Multipart,
  hold: UploadHold,
): Promise<Upload | null> => {
  const fields: Record<string, string> = {};
  const files: ReceivedFile[] = [];
  const limits = { fileSize: maxBytes, files: maxFiles, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') files.push({ fileName: part.filename, bytes: await bytesOf(part.file, hold) });
    else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
  }
  const [file, ...more] = files.filter(({ bytes }) => bytes.length > 0);
  return file === undefined ? null : { ...file, fields, ...(more.length > 0 && { more }) };
};

const tooManyFiles = ({ maxFiles = 1 }: Multipart): string =>
  maxFiles === 1 ? '只能上传一个文件！' : `一次最多上传${maxFiles}个文件`;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

export const receiveUpload = async (
  request: FastifyRequest,
  multipart: Multipart,
  hold: UploadHold,
): Promise<Upload | Refusal> => {
  if (!request.isMultipart()) return refuse('wrong-type', 'platform.not_multipart', '请以文件方式上传');
  try {
    const upload = await collect(request, multipart, hold);
    if (upload !== null) return upload;
    return refuse('invalid', 'platform.no_file', '请选择文件', {
      fields: [{ path: multipart.field, message: '请选择文件' }],
    });
  } catch (error) {
    if (error instanceof NoRoom) return BUSY;
    const code = codeOf(error);
    if (error instanceof TooLarge || code === 'FST_REQ_FILE_TOO_LARGE')
      return refuse('too-large', 'platform.file_too_large', multipart.tooLarge);
    if (code === 'FST_FILES_LIMIT') return refuse('invalid', 'platform.too_many_files', tooManyFiles(multipart));
    return refuse('malformed', 'platform.bad_multipart', '上传的内容格式不正确');
  }
};
