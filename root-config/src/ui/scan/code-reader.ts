/** Reads codes out of the camera's picture: with what the browser has, else with a library that loads only then. */

/** Labels of the house are Code 128; certificates, suppliers' tags and shopper pages use the others. */
export const FORMATS = ['code_128', 'code_39', 'ean_13', 'qr_code'] as const;
/** What browsers with a detector of their own offer; the DOM types do not know it. */
export type NativeDetector = {
  new (options: { readonly formats: readonly string[] }): {
    readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
  };
  readonly getSupportedFormats: () => Promise<readonly string[]>;
};
export type CodeReader = {
  /** Which of the two reads now. */
  readonly way: () => 'native' | 'library';
  /** The first code in the present picture; null when there is none. */
  readonly read: (video: HTMLVideoElement) => Promise<string | null>;
};
type ReadOnce = CodeReader['read'];
type Choice = {
  readonly native: NativeDetector | undefined;
  readonly library: () => Promise<ReadOnce>;
};

const nativeRead = async (native: NativeDetector | undefined): Promise<ReadOnce | null> => {
  if (native === undefined) return null;
  // A phone may have the detector and not the service behind it.
  const supported: readonly string[] = await native.getSupportedFormats().catch(() => []);
  const formats = FORMATS.filter((format) => supported.includes(format));
  if (!formats.includes('code_128')) return null;
  const detector = new native({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
};

/** The browser's own detector where it reads our labels, until it fails; the library else. */
export const chooseReader = async ({ native, library }: Choice): Promise<CodeReader> => {
  let own = await nativeRead(native);
  let other = own === null ? await library() : null;
  return {
    way: () => (own === null ? 'library' : 'native'),
    read: async (video) => {
      if (own !== null) {
        try {
          return await own(video);
        } catch {
          own = null;
        }
      }
      other ??= await library();
      return other(video);
    },
  };
};

export const openReader = (): Promise<CodeReader> =>
  chooseReader({
    native: (globalThis as { readonly BarcodeDetector?: NativeDetector }).BarcodeDetector,
    library: async () => (await import('./zxing-reader.ts')).zxingRead(),
  });
