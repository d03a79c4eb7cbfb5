/** Codes by ZXing, for browsers without a detector of their own. Loads when the camera opens. */
import BarcodeFormat from '@zxing/library/esm/core/BarcodeFormat';
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap';
import DecodeHintType from '@zxing/library/esm/core/DecodeHintType';
import MultiFormatReader from '@zxing/library/esm/core/MultiFormatReader';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer';

/** Wide enough for the bars of a label a hand's breadth away; more costs time and reads no better. */
const WIDTH = 960;

/** Brightness of each pixel, 0 to 255 (ITU-R BT.601). */
export const luminances = (pixels: Uint8ClampedArray): Uint8ClampedArray => {
  const out = new Uint8ClampedArray(pixels.length / 4);
  for (let index = 0; index < out.length; index += 1) {
    const at = index * 4;
    out[index] = ((pixels[at] ?? 0) * 306 + (pixels[at + 1] ?? 0) * 601 + (pixels[at + 2] ?? 0) * 117) >> 10;
  }
  return out;
};

/** The code in a picture of that size; null when there is none that can be read. */
export const createDecoder = (): ((grey: Uint8ClampedArray, width: number, height: number) => string | null) => {
  const { CODE_128, CODE_39, EAN_13, QR_CODE } = BarcodeFormat;
  const reader = new MultiFormatReader();
  reader.setHints(
    new Map<DecodeHintType, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, [CODE_128, CODE_39, EAN_13, QR_CODE]],
      [DecodeHintType.TRY_HARDER, true],
    ]),
  );
  return (grey, width, height) => {
    try {
      const source = new RGBLuminanceSource(grey, width, height);
      return reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source))).getText();
    } catch {
      // It throws for every picture without a code.
      return null;
    }
  };
};

export const zxingRead = (): ((video: HTMLVideoElement) => Promise<string | null>) => {
  const decode = createDecoder();
  const canvas = document.createElement('canvas');
  const picture = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (picture === null || video.videoWidth === 0) return null;
    const scale = Math.min(1, WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    picture.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data } = picture.getImageData(0, 0, canvas.width, canvas.height);
    return decode(luminances(data), canvas.width, canvas.height);
  };
};
