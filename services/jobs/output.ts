/** What a run says: its beginning and its end, 64 KB at most (R118). Pure. */
const HALF = 32 * 1024;
const GAP = '\n…（输出过长，中间略去）…\n';
const NUL = /\u0000/g; // oxlint-disable-line no-control-regex

export class Output {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #lost = false;

  add(bytes: Buffer): void {
    const room = HALF - this.#head.length;
    this.#head = Buffer.concat([this.#head, bytes.subarray(0, room)]);
    if (bytes.length <= room) return;
    const rest = Buffer.concat([this.#tail, bytes.subarray(room)]);
    this.#lost ||= rest.length > HALF;
    this.#tail = rest.subarray(Math.max(0, rest.length - HALF));
  }

  /** As Postgres keeps it; a character that the gap cuts shows as U+FFFD. */
  text(): string {
    const text = this.#lost
      ? `${this.#head.toString('utf8')}${GAP}${this.#tail.toString('utf8')}`
      : Buffer.concat([this.#head, this.#tail]).toString('utf8');
    return text.replaceAll(NUL, '\uFFFD').trimEnd();
  }
}
