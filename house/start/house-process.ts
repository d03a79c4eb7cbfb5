/** The process of a house: starts it, starts it anew when it asks for that, and ends it when it is told to. */
import { setTimeout as pause } from 'node:timers/promises';
import { firstLogin, processLog, startSteps } from './console.ts';
import type { StartOptions } from '../core.ts';
import { startDemo } from '../../services/demo/start.ts';
import type { DemoHouse } from '../../services/demo/load.ts';
import type { Progress } from '../../services/demo/progress.ts';
import { CannotStart } from '../../services/platform/base/cannot-start.ts';
import { readConfig, type Config } from '../../services/platform/process/config.ts';
import { faultOf, isOfPlace } from '../../services/platform/base/faults.ts';
import { onSignals } from '../../services/platform/process/signals.ts';
import { environment } from '../../services/platform/process/surroundings.ts';
import { Teardown } from '../../services/platform/process/teardown.ts';
import { preflight } from './preflight.ts';
import { sessionUser } from '../../services/system/session-user.ts';
import { shownByAll, writesHere } from '../upkeep.ts';

const LOG = processLog(environment, process.stderr.isTTY);
/** How long an end waits for the step of a start that is under way. */
const STEP_MS = 10_000;
/** What the terminal's signals do to it may fail a start before they are told here: they come with the next turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

type StartedHouse = Omit<DemoHouse, 'userOf'> & {
  readonly url: string;
  readonly newAdminPassword: string | null;
  readonly demo: Progress;
  /** Its log is another: nothing is written. */
  readonly held: boolean;
};
type StartHouse = (config: Config, options: StartOptions) => Promise<StartedHouse>;
class HouseProcess {
  readonly #config: Config;
  readonly #startHouse: StartHouse;
  #teardown = new Teardown();
  #starting: Promise<void> = Promise.resolve();
  #stopDemo = async (): Promise<void> => undefined;
  #told = false;

  constructor(config: Config, startHouse: StartHouse) {
    this.#config = config;
    this.#startHouse = startHouse;
  }

  /** @throws what keeps the house from starting, unless it was told to end meanwhile. */
  async start(): Promise<void> {
    this.#starting = this.#start();
    try {
      await this.#starting;
    } catch (error) {
      await nextTurn();
      if (!this.#told) throw error;
    }
  }

  end(): void {
    this.#told = true;
    void this.#stopDemo().then(() => this.#finish());
  }

  hurry(): void {
    this.#teardown.hurry();
    void this.#finish();
  }

  async #start(): Promise<void> {
    const config = this.#config;
    this.#teardown = new Teardown();
    const steps = startSteps(console.log, environment);
    const restart = (): void => void this.#restart().catch(fail);
    const options = { log: LOG, done: steps.done, teardown: this.#teardown, restart };
    await preflight(config, { log: LOG, signal: this.#teardown.begun });
    const house = await this.#startHouse(config, options);
    steps.ready(house.url);
    for (const line of firstLogin(house.newAdminPassword, config)) console.log(line);
    const userOf = (id: number) => sessionUser(house.deps.master, id);
    const mayWrite = config.demo && config.roles.has('api') && !house.held;
    const loads = mayWrite && (await writesHere(house.deps.store.writership));
    if (loads && !this.#told)
      this.#stopDemo = startDemo({ ...house, userOf, caughtUp: shownByAll(house, house.deps) }, house.demo);
  }

  async #restart(): Promise<void> {
    if (this.#told) return;
    await this.#stopDemo();
    await this.#stop();
    if (!this.#told) await this.start();
  }

  async #stop(): Promise<void> {
    await this.#teardown.run(LOG);
    await Promise.race([this.#starting.catch(() => undefined), pause(STEP_MS)]);
    await this.#teardown.run(LOG);
  }

  async #finish(): Promise<void> {
    await this.#stop();
    process.exit(0);
  }
}

/** Files of another user: who started the house before was somebody else. */
const isOfRights = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
/** What a person can mend, in words; null: a fault of the program. */
const sentenceOf = (error: unknown): string | null => {
  if (error instanceof CannotStart) return error.message;
  if (isOfRights(error)) return `启动失败：没有读写 ${error.path ?? 'DATA_DIR'} 的权限，请用原来的用户启动，或改正权限`;
  if (faultOf(error) === 'full') return '启动失败：磁盘空间不足，请先腾出空间';
  return isOfPlace(error) ? '启动失败：数据库或事件存储中断了连接，请检查后重新启动' : null;
};
const fail = (error: unknown): void => {
  const sentence = sentenceOf(error);
  if (sentence !== null) console.error(sentence);
  else LOG.error('start failed', { error });
  process.exit(1);
};

export const runUntilTold = (startHouse: StartHouse): void => {
  // A closed terminal refuses what is said to it, which must not end the draining.
  for (const said of [process.stdout, process.stderr]) said.on('error', () => undefined);
  try {
    const house = new HouseProcess(readConfig(), startHouse);
    onSignals({ end: () => house.end(), hurry: () => house.hurry() });
    house.start().catch(fail);
  } catch (error) {
    fail(error);
  }
};
