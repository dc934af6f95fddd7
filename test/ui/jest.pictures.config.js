const ui = require('./jest.ui.config');

/** Takes the pictures of README and docs anew: `npm run screenshots`. */
module.exports = { ...ui, testMatch: ['**/*.pictures.ts'] };
