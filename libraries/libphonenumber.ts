/** Numbering plans change every few weeks; the library follows them. */
export { parsePhoneNumberFromString } from 'libphonenumber-js/max';
