/**
 * Writing into the project: new files alone, in folders of their own. A file that stands and says something else stops all of
 * it, before anything is written; one that says the same is there already.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { ProjectFile } from './files.ts';

/** Where a generated file may lie. */
const FOLDERS = [
  /^services\/master-data\/custom\/[a-z-]+\/[a-z-]+\.ts$/,
  /^services\/master-data\/custom-migrations\/\d{4}-[a-z-]+\.ts$/,
  /^projections\/master-data\/custom\/[a-z-]+\/query\.ts$/,
  /^mfe-admin\/src\/custom\/[a-z-]+\/[a-z-]+\.tsx$/,
  /^tests\/flow\/custom\/[a-z-]+\.test\.ts$/,
];
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
const absent = async <Found>(asked: Promise<Found>): Promise<Found | null> => {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};
/** The folder as it really lies on the disk, or the nearest above it that stands. */
const realFolder = async (folder: string): Promise<string> =>
  (await absent(fs.realpath(folder))) ?? realFolder(path.dirname(folder));
const isWithin = (folder: string, root: string): boolean => folder === root || folder.startsWith(`${root}${path.sep}`);

const outside = (file: string): Refusal => refuse('invalid', 'generator.outside', `不能写入项目之外的位置：${file}`);
const refuseOutside = async (root: string, files: readonly ProjectFile[]): Promise<Refusal | null> => {
  const real = await absent(fs.realpath(root));
  if (real === null) return refuse('conflict', 'generator.no_project', '项目文件夹不存在');
  for (const file of files) {
    if (!FOLDERS.some((folder) => folder.test(file.path))) return outside(file.path);
    // A link in the project may lead out of it.
    if (!isWithin(await realFolder(path.dirname(path.join(real, file.path))), real)) return outside(file.path);
  }
  return null;
};

type ProjectState = { readonly fresh: readonly ProjectFile[]; readonly other: readonly string[] };
const standing = async (root: string, files: readonly ProjectFile[]): Promise<ProjectState> => {
  const fresh: ProjectFile[] = [];
  const other: string[] = [];
  for (const file of files) {
    const text = await absent(fs.readFile(path.join(root, file.path), 'utf8'));
    if (text === null) fresh.push(file);
    else if (text !== file.text) other.push(file.path);
  }
  return { fresh, other };
};
/** All of them or none: one that cannot be written takes those before it along. */
const writeAll = async (root: string, files: readonly ProjectFile[]): Promise<void> => {
  const written: string[] = [];
  try {
    for (const file of files) {
      const at = path.join(root, file.path);
      await fs.mkdir(path.dirname(at), { recursive: true });
      await fs.writeFile(at, file.text, { flag: 'wx' });
      written.push(at);
    }
  } catch (error) {
    for (const at of written) await fs.rm(at, { force: true });
    throw error;
  }
};

/** Answers the paths that were written; none when all of it was there. */
export const writeNew = async (root: string, files: readonly ProjectFile[]): Promise<readonly string[] | Refusal> => {
  const refused = await refuseOutside(root, files);
  if (refused !== null) return refused;
  const { fresh, other } = await standing(root, files);
  if (other.length > 0)
    return refuse('conflict', 'generator.differs', `已有同名文件且内容不同，没有写入：${other.join('、')}`, {
      data: other.map((file) => ({ path: file, message: '已存在且内容不同' })),
    });
  await writeAll(root, fresh);
  return fresh.map((file) => file.path);
};

/** Whether the files of a record are in the project. */
export const hasRecord = async (root: string, module: string): Promise<boolean> =>
  (await absent(fs.stat(path.join(root, 'services/master-data/custom', module, 'resource.ts')))) !== null;
export const MIGRATIONS = 'services/master-data/custom-migrations';
/** The texts of the migrations that stand, by name. */
export const migrationsIn = async (root: string): Promise<ReadonlyMap<string, string>> => {
  const folder = path.join(root, MIGRATIONS);
  const names = (await absent(fs.readdir(folder))) ?? [];
  const texts = await Promise.all(names.map((name) => fs.readFile(path.join(folder, name), 'utf8')));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
};
