/** Node.js' own zlib is closed to community nodes, and this one unpacks piece by piece, so that a bomb can be stopped. */
export { gunzipSync, gzipSync, Inflate, Zip, ZipDeflate } from 'fflate';
