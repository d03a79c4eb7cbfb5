/**
 * Lines of cron: five fields, or six with the seconds first, in the shops' time (R119). The parser is the one that node-schedule reads its
 * alarms with: the alarm knows the next firing alone, neither those that were missed nor what is wrong with a line.
 */
import parser from 'cron-parser';

const ZONE = 'Asia/Shanghai';
const NAMES = /JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT/gi;
const at = (line: string, moment: Date) => parser.parseExpression(line, { currentDate: moment, tz: ZONE });

/** What is wrong with a line, fit to show; null when it names moments to come. */
export const cronProblem = (line: string): string | null => {
  const fields = line.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return 'cron表达式应为5段，或在最前面加秒共6段';
  if (/[?LW#]/i.test(line.replace(NAMES, ''))) return 'cron表达式不支持 ? L W #';
  try {
    at(line, new Date()).next();
    return null;
  } catch {
    return 'cron表达式不正确，或没有任何执行时间';
  }
};

/** The next moments after `from`, at most `count`; none of a line that is wrong. */
export const nextTimes = (line: string, from: Date, count: number): readonly Date[] => {
  if (cronProblem(line) !== null) return [];
  const times = at(line, from);
  return Array.from({ length: count }, () => times.next().toDate());
};

/**
 * The last moments after `after` up to `until`, oldest first, at most `most`.
 * @throws {Error} of the parser when the line is wrong.
 */
export const timesWithin = (line: string, after: Date, until: Date, most: number): readonly Date[] => {
  // Looking back from `until` itself would leave it out.
  const times = at(line, new Date(until.getTime() + 1));
  const found: Date[] = [];
  while (found.length < most) {
    const time = times.prev().toDate();
    if (time <= after) break;
    found.unshift(time);
  }
  return found;
};
