/** Advertisement, background and logo: one that does not come leaves no hole, and is tried again with the next prices. */

const FOLDER = '/static/uploadfile/';
/** From the house itself (`here`), wherever its pictures lie; '': none, or no picture of the house. */
export const pictureAddress = (picture: string): string => {
  const name = picture.slice(picture.lastIndexOf('/') + 1).split('?')[0] || '';
  return /^[\w.-]+$/.test(name) ? `${FOLDER}${name}?here=1` : '';
};

/** @returns shows a picture by its name; `changed` when the room it takes is another one. */
export const pictureAt = (image: HTMLImageElement, changed: () => void): ((picture: string) => void) => {
  let wanted = '';
  let broken = false;
  image.style.display = 'none';
  const stand = (visible: boolean): void => {
    const display = visible ? '' : 'none';
    if (image.style.display === display) return;
    image.style.display = display;
    changed();
  };
  image.onload = () => stand(true);
  image.onerror = () => {
    broken = true;
    stand(false);
  };
  return (picture) => {
    const address = pictureAddress(picture);
    if (address === wanted && !broken) return;
    wanted = address;
    broken = false;
    if (address === '') {
      image.removeAttribute('src');
      stand(false);
    } else image.src = address;
  };
};

/** Shown once it is whole; until then, and without it, the page's own colours. */
export const showBackground = (element: HTMLElement, picture: string): void => {
  const address = pictureAddress(picture);
  if (address === '') {
    element.style.backgroundImage = '';
    return;
  }
  const probe = new Image();
  probe.onload = () => {
    element.style.backgroundImage = `url("${address}")`;
  };
  probe.onerror = () => {
    element.style.backgroundImage = '';
  };
  probe.src = address;
};
