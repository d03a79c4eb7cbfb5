import { expect, test } from 'vitest';
import { bucketUrl, regionOf } from './bucket.ts';

test.each([
  ['oss-cn-hangzhou.aliyuncs.com', 'https://jewels.oss-cn-hangzhou.aliyuncs.com/', 'cn-hangzhou'],
  [
    'https://oss-cn-beijing-internal.aliyuncs.com',
    'https://jewels.oss-cn-beijing-internal.aliyuncs.com/',
    'cn-beijing',
  ],
  ['https://jewels.oss-cn-hangzhou.aliyuncs.com', 'https://jewels.oss-cn-hangzhou.aliyuncs.com/', 'cn-hangzhou'],
  ['cos.ap-guangzhou.myqcloud.com', 'https://jewels.cos.ap-guangzhou.myqcloud.com/', 'ap-guangzhou'],
  ['http://10.0.0.5:9000', 'http://10.0.0.5:9000/jewels', 'us-east-1'],
])('a bucket at %s', (Endpoint, url, region) => {
  const found = bucketUrl({ Endpoint, BucketName: 'jewels' });
  expect(found.href).toBe(url);
  expect(regionOf(found.hostname)).toBe(region);
});
