/** Where pictures are asked for: at this server, which has them or leads to the storage that took them (S0§6, R106). */
const isAddress = (name: string): boolean => /^(https?:|data:image\/|blob:|\/)/.test(name);

const FOLDER = '/static/uploadfile/';
const THUMBS = `${FOLDER}thumb/`;

/** The whole picture: of a name, of its path, or of its thumbnail's path (sales lines carry that one). */
export const pictureUrl = (name: string): string => {
  if (name.startsWith(THUMBS)) return name.replace(THUMBS, FOLDER);
  return isAddress(name) ? name : `${FOLDER}${encodeURIComponent(name)}`;
};
export const thumbUrl = (name: string): string => {
  if (isAddress(name)) return name.startsWith(FOLDER) && !name.startsWith(THUMBS) ? name.replace(FOLDER, THUMBS) : name;
  return `${THUMBS}${encodeURIComponent(name)}`;
};
