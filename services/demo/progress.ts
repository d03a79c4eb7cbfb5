/** How far the demo data is: shown over the console while it already answers. */
import { z } from 'zod';
import { route, type Route } from '../contracts/route.ts';

export const DemoProgress = z.object({
  running: z.boolean(),
  /** 0 … 100. */
  percent: z.int(),
  /** What is being made, Chinese. */
  text: z.string(),
});
export type DemoProgress = z.infer<typeof DemoProgress>;

export class Progress {
  #state: DemoProgress = { running: false, percent: 100, text: '' };
  show(done: number, total: number, text: string): void {
    this.#state = { running: true, percent: Math.min(99, Math.floor((done / total) * 100)), text };
  }
  end(text: string): void {
    this.#state = { running: false, percent: 100, text };
  }
  get state(): DemoProgress {
    return this.#state;
  }
}

export const progressRoute = (progress: Progress): Route =>
  route({
    method: 'GET',
    path: '/demo-progress',
    summary: '演示数据进度',
    allow: { everyone: 'signed-in' },
    data: DemoProgress,
    handler: async () => ({ data: progress.state }),
  });
