/** A post, 岗位 (S2§2.9, §3, §5): wire shapes. */
import { z } from 'zod';
import { wireWhole } from '../../contracts/values.ts';
import { Moments, Status, kept, locked, optional, required } from '../fields.ts';

export const PostBody = z.object({
  postName: required('岗位名称不能为空', 50),
  postCode: required('岗位编码不能为空', 50),
  sort: wireWhole('sort', '岗位顺序不能为空'),
  status: Status.default('2'),
  remark: optional(500),
});
export type PostBody = z.infer<typeof PostBody>;
/** What is absent stays as it is. */
export const PostEdit = z.object({
  postName: locked('岗位名称不能为空', 50),
  postCode: locked('岗位编码不能为空', 50),
  sort: wireWhole('sort', '岗位顺序不能为空').optional(),
  status: Status.optional(),
  remark: kept(500),
});

export const PostRow = z.object({
  postId: z.int(),
  postName: z.string(),
  postCode: z.string(),
  sort: z.int(),
  status: z.string(),
  remark: z.string(),
  ...Moments,
});
export type PostRow = z.infer<typeof PostRow>;
