/** multipart/form-data of one route: one file in memory within its limit, and a few text fields. */
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Route, Upload } from '../../contracts/route.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;
type Multipart = NonNullable<Route['multipart']>;

const collect = async (request: FastifyRequest, { maxBytes }: Multipart): Promise<Upload | null> => {
  const fields: Record<string, string> = {};
  let file: { fileName: string; bytes: Buffer } | null = null;
  const limits = { fileSize: maxBytes, files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') file = { fileName: part.filename, bytes: await part.toBuffer() };
    else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
  }
  return file === null ? null : { ...file, fields };
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

export const receiveUpload = async (request: FastifyRequest, multipart: Multipart): Promise<Upload | Refusal> => {
  if (!request.isMultipart()) return refuse('wrong-type', 'platform.not_multipart', '请以文件方式上传');
  try {
    const upload = await collect(request, multipart);
    if (upload !== null && upload.bytes.length > 0) return upload;
    return refuse('invalid', 'platform.no_file', '请选择文件', {
      fields: [{ path: multipart.field, message: '请选择文件' }],
    });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'FST_REQ_FILE_TOO_LARGE') return refuse('too-large', 'platform.file_too_large', multipart.tooLarge);
    if (code === 'FST_FILES_LIMIT') return refuse('invalid', 'platform.one_file', '只能上传一个文件！');
    return refuse('malformed', 'platform.bad_multipart', '上传的内容格式不正确');
  }
};
