/** One bucket of an object storage, spoken to by the S3 protocol (R60). */
import { S3mini, S3ServiceError } from 's3mini';
import { RefusedAddress } from '../outbound/addresses.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { endpointUrl, type Storage } from '../../contracts/storage.ts';

/** A request of one picture: slower than this, the storage counts as away. */
const LIMIT_MS = 8_000;
const PICTURE = 'image/webp';

/** What a bucket is reached by; the secret is in clear. */
export type Access = Pick<Storage, 'Endpoint' | 'BucketName' | 'AccessKeyID' | 'AccessKeySecret'>;

/** The two vendors want the bucket in the name of the host; everybody else takes it in the path. */
const BY_HOST = /\.(aliyuncs|myqcloud|tencentcos)\.(com|cn)$/;
const REGIONS = [
  /(?:^|\.)oss-([a-z\d-]+?)(?:-internal)?\.aliyuncs\.com$/,
  /(?:^|\.)cos(?:-internal)?\.([a-z\d-]+)\.(?:myqcloud|tencentcos)\.(?:com|cn)$/,
];
/** Storages of one's own sign for this one unless they are told otherwise. */
const USUAL_REGION = 'us-east-1';
export const regionOf = (host: string): string => {
  for (const pattern of REGIONS) {
    const region = pattern.exec(host)?.[1];
    if (region !== undefined) return region;
  }
  return USUAL_REGION;
};
/** @throws {TypeError} when the endpoint is no address: a setting that is judged has one. */
export const bucketUrl = ({ Endpoint, BucketName }: Pick<Access, 'Endpoint' | 'BucketName'>): URL => {
  const url = endpointUrl(Endpoint);
  if (url === null) throw new TypeError('The endpoint of the storage is no address');
  if (url.hostname.startsWith(`${BucketName}.`)) return url;
  if (BY_HOST.test(url.hostname)) url.hostname = `${BucketName}.${url.hostname}`;
  else url.pathname = `/${BucketName}`;
  return url;
};

/** What the storage said, in words for people; `cause` for the log. */
export class StorageFailed extends Error {
  constructor(words: string, cause: unknown) {
    super(words, { cause });
    this.name = 'StorageFailed';
  }
}
const FULL = /full|quota|insufficient|exceed/i;
const OF_CODE: readonly (readonly [RegExp, string])[] = [
  [FULL, '对象存储空间已满'],
  [/^RequestTimeTooSkewed$/, '服务器时间与对象存储相差过大，请校准时间'],
  [/^(InvalidAccessKeyId|SignatureDoesNotMatch)$/, '对象存储不认授权ID或密钥，请检查后重试'],
  [/^NoSuchBucket$/, '存储桶不存在，请检查桶名和网址'],
  [/^(SlowDown|TooManyRequests|ServiceUnavailable)$/, '对象存储繁忙，请稍后重试'],
];
const OF_STATUS: readonly (readonly [from: number, words: string])[] = [
  [508, '对象存储暂时不可用'],
  [507, '对象存储空间已满'],
  [500, '对象存储暂时不可用'],
  [429, '对象存储繁忙，请稍后重试'],
  [414, '对象存储不接受该请求'],
  [413, '对象存储不接受这么大的文件'],
  [405, '对象存储不接受该请求'],
  [404, '存储桶或文件不存在，请检查桶名和网址'],
  [403, '对象存储拒绝访问，请检查授权和存储桶权限'],
  [402, '对象存储不接受该请求'],
  [401, '对象存储拒绝访问，请检查授权和存储桶权限'],
  [400, '对象存储不接受该请求'],
  [0, '对象存储网址不正确，请检查网址和地区'],
];
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
};
const answered = ({ serviceCode = '', status }: S3ServiceError): string =>
  OF_CODE.find(([pattern]) => pattern.test(serviceCode))?.[1] ?? OF_STATUS.find(([from]) => status >= from)?.[1] ?? '';
const refusedIn = (error: unknown): RefusedAddress | null => {
  if (error instanceof RefusedAddress) return error;
  return error instanceof Error && error.cause !== undefined ? refusedIn(error.cause) : null;
};
const wordsOf = (error: unknown): string => {
  const refused = refusedIn(error);
  if (refused !== null) return refused.message;
  if (error instanceof S3ServiceError) return answered(error);
  if (error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name)) return '对象存储没有及时响应';
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return '找不到对象存储的网址';
  return /CERT|TLS|SSL|SIGNED/.test(code) ? '对象存储的证书不可信' : '连接不上对象存储';
};
const said = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw new StorageFailed(wordsOf(error), error);
  }
};

/** Every call @throws {StorageFailed} in words fit to show. */
export class Bucket {
  readonly #client: S3mini;

  constructor(access: Access, call: Outbound, limitMs = LIMIT_MS) {
    const url = bucketUrl(access);
    this.#client = new S3mini({
      accessKeyId: access.AccessKeyID,
      secretAccessKey: access.AccessKeySecret,
      endpoint: url.href,
      region: regionOf(url.hostname),
      requestAbortTimeout: limitMs,
      // What it leads to elsewhere was signed for here: not followed.
      fetch: call,
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await said(this.#client.putObject(key, Buffer.from(bytes), PICTURE));
  }

  async get(key: string): Promise<Buffer> {
    const bytes = await said(this.#client.getObjectArrayBuffer(key));
    if (bytes === null) throw new StorageFailed('文件在对象存储中不存在', key);
    return Buffer.from(bytes);
  }

  async remove(key: string): Promise<void> {
    await said(this.#client.deleteObject(key));
  }

  /** An address that shows it without a session, for `seconds`. */
  signed(key: string, seconds: number): Promise<string> {
    return this.#client.getPresignedUrl('GET', key, seconds);
  }
}
