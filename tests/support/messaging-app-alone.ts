/** The stand-in of the messaging app as a process of its own: `node messaging-app-alone.ts <public url>`, told over IPC what to do next. */
import { messagingApp, type MessagingApp } from './messaging-app.ts';

export type Told = { readonly visitor?: string; readonly instead?: MessagingApp['instead'][number] };
export type Heard = { readonly env: MessagingApp['env'] } | { readonly asked: readonly string[] };

const app = await messagingApp(process.argv[2] ?? '');
const say = (heard: Heard): void => void process.send?.(heard);
process.on('message', ({ visitor, instead }: Told) => {
  if (visitor !== undefined) app.visitor = visitor;
  if (instead !== undefined) app.instead.push(instead);
  say({ asked: app.asked });
});
process.on('disconnect', () => process.exit(0));
say({ env: app.env });
