/** The writes every document that touches pieces answers: create, edit, delete, audit, 反审核. Slices bring their rules. */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { type LineKey } from '../contracts/document.ts';
import { route, type Route } from '../contracts/route.ts';
import { ActionBody, ReasonedActionBody } from './action-body.ts';
import { Desk } from './desk.ts';
import type { DocumentDesk } from './desk-rules.ts';

const Id = z.object({ id: RecordId });

const savingRoutes = <Header, Line extends LineKey, Body extends z.ZodType>(
  desk: DocumentDesk<Header, Line, Body>,
  at: Desk<Header, Line, Body>,
): readonly Route[] => [
  route({
    method: 'POST',
    path: desk.manifest.path,
    summary: `新增${desk.manifest.label}`,
    allow: `${desk.manifest.permission}:add`,
    body: desk.body,
    data: z.int(),
    writes: 'events',
    handler: (call) => at.create(call),
  }),
  route({
    method: 'PUT',
    path: `${desk.manifest.path}/:id`,
    summary: `修改${desk.manifest.label}`,
    allow: `${desk.manifest.permission}:edit`,
    params: Id,
    body: desk.body,
    data: z.int(),
    writes: 'events',
    handler: (call) => at.edit(call.params.id, call),
  }),
  route({
    method: 'DELETE',
    path: desk.manifest.path,
    summary: `删除${desk.manifest.label}`,
    allow: `${desk.manifest.permission}:remove`,
    body: ActionBody,
    data: z.null(),
    writes: 'events',
    handler: (call) => at.remove(call),
  }),
];

const auditRoutes = <Header, Line extends LineKey, Body extends z.ZodType>(
  desk: DocumentDesk<Header, Line, Body>,
  at: Desk<Header, Line, Body>,
): readonly Route[] => [
  route({
    method: 'PUT',
    path: `${desk.manifest.path}/audit/:id`,
    summary: `审核${desk.manifest.label}`,
    allow: `${desk.manifest.permission}:audit`,
    params: Id,
    body: ActionBody,
    data: z.null(),
    writes: 'events',
    handler: (call) => at.audit(call),
  }),
  route({
    method: 'PUT',
    path: `${desk.manifest.path}/unaudit/:id`,
    summary: `反审核${desk.manifest.label}`,
    allow: `${desk.manifest.permission}:unaudit`,
    params: Id,
    body: ReasonedActionBody,
    data: z.null(),
    writes: 'events',
    handler: (call) => at.reverse(call),
  }),
];

export const documentRoutes = <Header, Line extends LineKey, Body extends z.ZodType>(
  desk: DocumentDesk<Header, Line, Body>,
): readonly Route[] => {
  const at = new Desk(desk);
  return [...savingRoutes(desk, at), ...auditRoutes(desk, at)];
};
