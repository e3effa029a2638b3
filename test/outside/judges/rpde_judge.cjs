// Walks a change feed with OpenActive's validator. Prints a line for each thing it has against it.
const { RpdeValidator } = require('@openactive/rpde-validator');

const [url] = process.argv.slice(2);
const options = { logCallback: () => undefined, timeoutMs: 20000, pageLimit: 50 };
RpdeValidator(url, options).then(({ pages }) => {
  for (const { errors } of pages) {
    for (const { data = {} } of errors) {
      const { severity, message, category } = data;
      console.log(`${severity}\t${category}\t${String(message).replace(/\s+/g, ' ')}`);
    }
  }
  console.log(`pages\t${pages.length}`);
});
