/** Writing suppliers. */
import type { Route } from '../../contracts/route.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { SupplierBody } from '../contract.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';

export const supplierRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '供应商',
    path: '/base-supplier',
    table: { name: 'supplier', key: 'id' },
    allow: { add: 'base:baseSupplier:add', edit: 'base:baseSupplier:edit', remove: 'base:baseSupplier:remove' },
    history: { allow: keysOf('base:baseSupplier') },
    body: SupplierBody,
    edit: SupplierBody,
    columns: (body) => body,
    changes: (body) => body,
    usage: (row) => ({ kind: 'supplier', id: Number(row['id']), name: String(row['name']) }),
  });
