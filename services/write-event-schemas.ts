/** `npm run event-schemas -- <folder>`: what readers of the relay are told, as JSON Schema made of what the house itself validates with. */
import fs from 'node:fs';
import path from 'node:path';
import { messageSchema } from 'projections/kafka-relay/contract';
import { eventInWords } from './contracts/event-words.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';

const write = (file: string, content: unknown): void =>
  fs.writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);

/** `<type>.json` each, and `index.json` with all types by their titles; answers how many there are. */
export const writeEventSchemas = (folder: string): number => {
  fs.mkdirSync(folder, { recursive: true });
  const index: Record<string, string> = {};
  for (const [type, event] of EVENT_SCHEMAS) {
    index[type] = eventInWords(type);
    write(path.join(folder, `${type}.json`), { $id: `${type}.json`, title: index[type], ...messageSchema(event) });
  }
  write(path.join(folder, 'index.json'), index);
  return EVENT_SCHEMAS.size;
};

if (import.meta.main) {
  const folder = process.argv[2] ?? 'event-schemas';
  process.stdout.write(`已写出 ${writeEventSchemas(folder)} 种事件的 JSON Schema：${folder}\n`);
}
