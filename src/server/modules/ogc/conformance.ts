const base = 'http://www.opengis.net/spec';

/** The conformance classes whose requirements tests/api/ogc-features.test.ts and ogc-edr.test.ts try. */
export const conformanceClasses: readonly string[] = [
  // EDR demands these two of the common parts.
  `${base}/ogcapi-common-1/1.0/conf/core`,
  `${base}/ogcapi-common-2/1.0/conf/collections`,
  `${base}/ogcapi-features-1/1.0/conf/core`,
  `${base}/ogcapi-features-1/1.0/conf/oas30`,
  `${base}/ogcapi-features-1/1.0/conf/geojson`,
  `${base}/ogcapi-edr-1/1.1/conf/core`,
  `${base}/ogcapi-edr-1/1.1/conf/collections`,
  `${base}/ogcapi-edr-1/1.1/conf/oas30`,
  `${base}/ogcapi-edr-1/1.1/conf/geojson`,
  `${base}/ogcapi-edr-1/1.1/conf/covjson`,
];
