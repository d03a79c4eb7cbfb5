/** `npm run event-schemas -- <folder>`: what readers of the relay are told, as JSON Schema made of what the house itself validates with. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { messageSchema } from 'projections/kafka-relay/contract';
import { eventInWords } from '../../services/contracts/event-words.ts';
import { EVENT_SCHEMAS } from '../log/event-schemas.ts';
import { runCommand, say } from '../../services/platform/commands/command-line.ts';

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

const HELP = `用法：npm run event-schemas -- [文件夹]

写出每种事件的 JSON Schema（转发到 Kafka 的消息），每种一个文件，另有目录 index.json；默认写到 event-schemas。

退出码：0 完成，1 没有写出`;
if (import.meta.main)
  await runCommand(HELP, async (args) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    const [folder = 'event-schemas', ...more] = positionals;
    if (more.length > 0) throw new TypeError(`不认识 ${more.join(' ')}，用法见 --help`);
    const place = path.resolve(folder);
    say(`已写出 ${writeEventSchemas(place)} 种事件的 JSON Schema：${place}`);
    return 0;
  });
