/** Pictures of the house, kept below DATA_DIR/files; the wire speaks names only (R34). */
export type StoredPicture = {
  /** Random name, `.webp`; what rows and events keep. */
  readonly name: string;
  /** `/static/uploadfile/<name>` */
  readonly path: string;
};
export interface FileStore {
  /** Folder served at /static/uploadfile. */
  readonly folder: string;
  /**
   * Stores a re-encoded picture and its thumbnail; null when the bytes are no picture within the limits, `busy` when
   * too many are being decoded already. `owner`: the user, who has a share of the queue.
   */
  savePicture(bytes: Uint8Array, owner: number): Promise<StoredPicture | 'busy' | null>;
  /** Stores a drawing of our own (SVG text), as a picture. @throws when it cannot be drawn: a fault of the caller. */
  saveDrawing(svg: string): Promise<StoredPicture>;
  /** Ends the decoders. */
  close(): Promise<void>;
}
