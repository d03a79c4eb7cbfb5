/** The API documentation the server makes from its own schemas, inside the console (S2§2). */
const SwaggerScreen = () => (
  <section aria-label="接口文档">
    <h2 css={{ margin: '8px 16px', fontSize: 20 }}>接口文档</h2>
    <iframe
      src="/swagger/index.html"
      title="接口文档"
      css={{ border: 0, width: '100%', height: 'calc(100dvh - 160px)', background: '#fff' }}
    />
  </section>
);
export default SwaggerScreen;
