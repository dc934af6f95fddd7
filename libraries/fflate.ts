/** Node.js' own zlib is closed to community nodes. */
export { gunzipSync, gzipSync, Inflate, Zip, ZipDeflate } from 'fflate';
