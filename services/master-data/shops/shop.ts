/** A shop of the chain: wire shapes (S2§3, §5). */
import { z } from 'zod';
import { Moments, Status, optional, required } from '../fields.ts';

export const ShopBody = z.object({
  name: required('分店名称不能为空', 50),
  status: Status,
  remark: optional(200),
});
export type ShopBody = z.infer<typeof ShopBody>;

export const ShopRow = z.object({ id: z.int(), name: z.string(), status: z.string(), remark: z.string(), ...Moments });
export type ShopRow = z.infer<typeof ShopRow>;

/** A node of a tree select; shops have no children yet, the shape leaves room for regions. */
export type TreeNode = { id: number; label: string; children: TreeNode[] };
export const TreeNode: z.ZodType<TreeNode> = z.object({
  id: z.int(),
  label: z.string(),
  get children() {
    return z.array(TreeNode);
  },
});
