/** Administration: the login log and the operation log. */
import { inFile, type Row } from './row.ts';

const logs = inFile('tests/flow/logs.test.ts');

export const ADMIN_LOGS: readonly Row[] = [
  {
    section: 'S2§2.16, §7',
    rule: 'The operation log is found by module, operator, kind, status and time, by address, way and path besides, alone and together.',
    ruling: 'R105',
    tests: logs(
      'the operation log finds what is rare wherever it lies, by any of its filters and all of them together',
      'the operation log of what is frequent it shows the newest, or the oldest',
      'the operation log signs of a pattern are what they are',
    ),
  },
  {
    section: 'S2§7 logs',
    rule: 'A range of time takes days and moments to the second, both ends inclusive.',
    ruling: 'R105',
    tests: logs('the operation log a time to the second belongs to it on both ends; what is none is refused'),
  },
  {
    section: 'S2§3 operation log',
    rule: 'businessType tells 新增, 修改, 删除, 导出, 导入 and 清空; an address of the house is 内网IP, others have no place.',
    ruling: 'R105',
    tests: logs('the operation log what a route does is told by its kind, and new values are found at once'),
  },
  {
    section: 'S2§2.15, §7',
    rule: 'The login log is found by name, status, address and place, and one record is told whole.',
    tests: logs('both logs a sign-in is found by a piece of its name and its address, and shown with its place'),
  },
  {
    section: 'S2§2.16, §6',
    rule: 'Both logs are exported with keys of their own.',
    tests: logs(
      'both logs go out as sheets of exactly what was looked for, in words',
      'both logs whoever may read them may not take them away, and sees the days of his window',
    ),
  },
];
