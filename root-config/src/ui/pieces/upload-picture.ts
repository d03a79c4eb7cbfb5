import { client } from 'root-config/api';

const pathOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'path' in data && typeof data.path === 'string' ? data.path : undefined;

/** One picture to the server. @returns its name. @throws ApiError */
export const uploadPicture = async (file: Blob, name = 'picture.jpg'): Promise<string> => {
  const form = new FormData();
  form.append('file', file, name);
  const path = pathOf(await client.upload('/public/uploadFile', form));
  if (path === undefined) throw new TypeError('The upload answered no path');
  return path;
};
