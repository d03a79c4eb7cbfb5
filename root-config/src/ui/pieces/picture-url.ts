/** Where pictures lie: object storage when the settings name one, else this server (S0§6). */
import { sessionStore } from 'root-config/api';

const ON: readonly unknown[] = [true, 'true', 1, '1'];
const parsed = (oxs: unknown): unknown => {
  if (typeof oxs !== 'string' || oxs === '') return oxs;
  try {
    return JSON.parse(oxs);
  } catch {
    return undefined;
  }
};
const frontUrl = (): string | undefined => {
  const oxs = parsed(sessionStore.get().user?.oxs);
  if (typeof oxs !== 'object' || oxs === null || !('IsOxs' in oxs) || !('FrontUrl' in oxs)) return undefined;
  const { IsOxs: on, FrontUrl: url } = oxs;
  return ON.includes(on) && typeof url === 'string' && url !== '' ? url.replace(/\/$/, '') : undefined;
};
const isAddress = (name: string): boolean => /^(https?:|data:image\/|blob:|\/)/.test(name);

const FOLDER = '/static/uploadfile/';
const THUMBS = `${FOLDER}thumb/`;

/** The whole picture: of a name, of its path, or of its thumbnail's path (sales lines carry that one). */
export const pictureUrl = (name: string): string => {
  if (name.startsWith(THUMBS)) return name.replace(THUMBS, FOLDER);
  return isAddress(name) ? name : `${frontUrl() ?? FOLDER.slice(0, -1)}/${encodeURIComponent(name)}`;
};
export const thumbUrl = (name: string): string => {
  if (isAddress(name)) return name.startsWith(FOLDER) && !name.startsWith(THUMBS) ? name.replace(FOLDER, THUMBS) : name;
  const front = frontUrl();
  return front === undefined ? `${THUMBS}${encodeURIComponent(name)}` : `${front}/${encodeURIComponent(name)}`;
};
