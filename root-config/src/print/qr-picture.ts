import { encodeQR } from 'qr';

/** The QR code of a text as the address of a picture. */
export const qrPicture = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { border: 4 }))}`;
