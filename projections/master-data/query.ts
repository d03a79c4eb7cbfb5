/** GETs over schema `master`. */
import type { Route } from 'services/contracts/route';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { consentRoutes } from './consents.ts';
import { customQueries } from './custom-queries.ts';
import { closedDayRoutes } from './closed-days.ts';
import { apiRoutes } from './apis.ts';
import { dictionaryRoutes } from './dictionaries.ts';
import { mallRoutes } from './giveaways.ts';
import { departmentRoutes } from './departments.ts';
import { postRoutes } from './posts.ts';
import { tenantRoutes } from './tenants.ts';
import { partnerRoutes } from './partners.ts';
import { pointsRuleRoutes } from './points-rules.ts';
import { roleExport } from './roles.ts';
import { settingRoutes } from './settings.ts';
import { standingRoutes } from './long-approvals.ts';
import { templateRoutes } from './templates.ts';
import { tillRoutes } from './tills.ts';
import { userRoutes } from './users.ts';

export const masterDataQueries = ({ db, now }: Pick<QueryDeps, 'db' | 'now'>): Route[] => [
  ...partnerRoutes(db),
  ...consentRoutes(db),
  ...pointsRuleRoutes(db),
  ...mallRoutes({ db, now }),
  ...dictionaryRoutes(db),
  ...templateRoutes(db),
  ...settingRoutes(db),
  ...userRoutes(db),
  roleExport(db),
  ...apiRoutes(db),
  ...departmentRoutes(db),
  ...postRoutes(db),
  ...tenantRoutes(db),
  ...tillRoutes(db),
  ...closedDayRoutes(db),
  ...standingRoutes({ db, now }),
  ...customQueries.flatMap((routesOf) => routesOf(db)),
];
