/** Trees that the dialogs of a role choose from. */
import { z } from 'zod';
import type { Choice } from './ticks.ts';

const Node: z.ZodType<Choice> = z.lazy(() => z.object({ id: z.int(), label: z.string(), children: z.array(Node) }));
export const MenuChoice = z.object({ menus: z.array(Node), checkedKeys: z.array(z.int()) });
export const DeptChoice = z.object({ depts: z.array(Node), checkedKeys: z.array(z.int()) });
