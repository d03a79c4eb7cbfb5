/**
 * Replaces fixed strings in files of packages at bundle time. A string that is not found fails the build, so an
 * upgrade that moves it is noticed.
 * @param {string} name plugin name
 * @param {string} packageName for example @primer/react
 * @param {Record<string, ((code: string) => string) | readonly (readonly [string | RegExp, string])[]>} patches
 *   file inside the package → [from, to] pairs, or a function that writes the whole file
 */
export const patchPackage = (name, packageName, patches) => ({
  name,
  transform: {
    filter: { id: new RegExp(`node_modules/${packageName.replace('/', '[\\\\/]')}[\\\\/]`) },
    handler(code, id) {
      const path = id.split('?')[0].replaceAll('\\', '/');
      const file = Object.keys(patches).find((key) => path.endsWith(`/${packageName}/${key}`));
      if (!file) return null;
      const patch = patches[file];
      if (typeof patch === 'function') return { code: patch(code), map: null };
      let patched = code;
      for (const [from, to] of patch) {
        const found = from instanceof RegExp ? from.test(patched) : patched.includes(from);
        if (!found) this.error(`${name}: ${String(from)} is not in ${file} any more`);
        patched = from instanceof RegExp ? patched.replace(from, to) : patched.replaceAll(from, to);
      }
      return { code: patched, map: null };
    },
  },
});
