/** The chain's logo where it has set one, else a gem. What was shown last is shown at once; it is asked for when the page stands. */
import { useEffect, useState } from 'preact/hooks';

const KNOWN = 'wx:logo';
const PICTURE = /^\/static\/[\w./?=-]+$/;
const read = (): string => {
  try {
    const known = localStorage.getItem(KNOWN) ?? '';
    return PICTURE.test(known) ? known : '';
  } catch {
    return '';
  }
};
let asked: Promise<string> | undefined;
const ask = async (): Promise<string> => {
  try {
    const response = await fetch('/api/v1/app-config');
    const { data } = (await response.json()) as { data?: { sys_app_logo?: unknown } };
    const logo = data?.sys_app_logo;
    const picture = typeof logo === 'string' && PICTURE.test(logo) ? logo : '';
    localStorage.setItem(KNOWN, picture);
    return picture;
  } catch {
    return read();
  }
};
/** Behind what the shopper came for. */
const LATER_MS = 400;

const Gem = () => (
  <svg className="logo" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.2" aria-hidden>
    <path d="M6 4h12l4 6-10 11L2 10z M2 10h20 M9 10l3 11 3-11-3-6z" stroke-linejoin="round" />
  </svg>
);
export const Logo = () => {
  const [picture, setPicture] = useState(read);
  useEffect(() => {
    const timer = setTimeout(() => {
      asked ??= ask();
      void asked.then(setPicture);
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return picture === '' ? <Gem /> : <img className="logo" src={picture} alt="" onError={() => setPicture('')} />;
};
