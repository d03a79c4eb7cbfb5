/** The API documentation the server makes from its own schemas, inside the console (S2§2). */
const SwaggerScreen = () => (
  <iframe
    src="/swagger/index.html"
    title="接口文档"
    css={{ border: 0, width: '100%', height: 'calc(100vh - 120px)', background: '#fff' }}
  />
);
export default SwaggerScreen;
