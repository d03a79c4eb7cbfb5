/** Which partition a key falls into: as Kafka's own clients say it, reckoned in numbers where kafkajs takes big integers. */
const SEED = 0x9747b28c;
const MIX = 0x5bd1e995;

/** MurmurHash2 of the key's UTF-8, as Kafka has it. */
export const murmur2 = (key: string): number => {
  const bytes = Buffer.from(key);
  const whole = bytes.length & ~3;
  let hash = SEED ^ bytes.length;
  for (let at = 0; at < whole; at += 4) {
    const part = Math.imul(bytes.readInt32LE(at), MIX);
    hash = Math.imul(hash, MIX) ^ Math.imul(part ^ (part >>> 24), MIX);
  }
  const left = bytes.length & 3;
  if (left > 0) {
    for (let n = left - 1; n >= 0; n -= 1) hash ^= bytes[whole + n]! << (8 * n);
    hash = Math.imul(hash, MIX);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MIX);
  return hash ^ (hash >>> 15);
};

export const partitionOf = (key: string, partitions: number): number => (murmur2(key) & 0x7fffffff) % partitions;
