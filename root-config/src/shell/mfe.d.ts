/** The import map resolves these at run time. */
declare module 'mfe-stock' {
  export const bootstrap: import('single-spa').LifeCycleFn<object>;
  export const mount: import('single-spa').LifeCycleFn<object>;
  export const unmount: import('single-spa').LifeCycleFn<object>;
}
declare module 'mfe-sales' {
  export const bootstrap: import('single-spa').LifeCycleFn<object>;
  export const mount: import('single-spa').LifeCycleFn<object>;
  export const unmount: import('single-spa').LifeCycleFn<object>;
}
declare module 'mfe-admin' {
  export const bootstrap: import('single-spa').LifeCycleFn<object>;
  export const mount: import('single-spa').LifeCycleFn<object>;
  export const unmount: import('single-spa').LifeCycleFn<object>;
}
declare module '*.css';
