/** Pictures of the house, kept below DATA_DIR/files or in an object storage; the wire speaks names only (R34, R60). */
export type StoredPicture = {
  /** Random name, `.webp`; what rows and events keep. */
  readonly name: string;
  /** `/static/uploadfile/<name>` */
  readonly path: string;
};
export interface FileStore {
  /** Folder served at /static/uploadfile, before anything else is asked. */
  readonly folder: string;
  /**
   * Stores re-encoded pictures and their thumbnails, all or none; null when one's bytes are no picture within the limits,
   * `busy` when too many are being decoded already. `owner`: the user, who has a share of the queue.
   * @throws {StorageFailed} when the object storage does not take them.
   */
  savePictures(many: readonly Uint8Array[], owner: number): Promise<readonly StoredPicture[] | 'busy' | null>;
  /** Stores a drawing of our own (SVG text) on this server, as a picture. @throws when it cannot be drawn: a fault of the caller. */
  saveDrawing(svg: string): Promise<StoredPicture>;
  /** Ends the decoders. */
  close(): Promise<void>;
}
