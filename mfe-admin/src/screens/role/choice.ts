/** Trees that the dialogs of a role choose from. */
import { LabelNode } from 'services/contracts/tree';
import { z } from 'zod';

export const MenuChoice = z.object({ menus: z.array(LabelNode), checkedKeys: z.array(z.int()) });
export const DeptChoice = z.object({ depts: z.array(LabelNode), checkedKeys: z.array(z.int()) });
