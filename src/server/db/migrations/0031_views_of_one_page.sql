-- Those of the page Workspace, which is no more.
DELETE FROM "timeseries_view" WHERE "query" ~ '(^|&)tiles=';
