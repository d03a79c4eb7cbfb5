/** How the server is: processor, memory, disk, network (S2§2.17; R129). */
import { route } from '../contracts/route.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import { SERVER_MONITOR_PATH } from './contract.ts';
import { serverWatch } from './server.ts';

export const monitorSlice: SliceModule = {
  create: ({ dataDir }) => {
    const now = serverWatch(dataDir);
    return {
      name: 'monitor',
      routes: [
        route({
          method: 'GET',
          path: SERVER_MONITOR_PATH,
          summary: '服务监控',
          allow: 'sysTools:serverMonitor:list',
          handler: async () => ({
            raw: { code: 200, msg: '查询成功', ...(await now()) },
            type: 'application/json; charset=utf-8',
          }),
        }),
      ],
    };
  },
};
