/** Pages that show what the house's parts look like (S2§2.27, §2.28); one key opens them all. */
import type { Page } from '../../contracts/manifest.ts';

const seenWith = 'tool:demo:list';
export const DEMO_PAGES: readonly Page[] = [
  { id: 371, title: '仪表盘', path: '/dashboard', icon: 'pulse', key: 'tool:demo', actions: ['list'] },
  { id: 372, title: '编辑仪表盘', path: '/demo/editor', icon: 'person', seenWith },
  { id: 373, title: '个人示例', path: '/demo/profile', icon: 'person', seenWith },
  { id: 374, title: 'Excel 示例', path: '/demo/excel', icon: 'file', seenWith },
];
