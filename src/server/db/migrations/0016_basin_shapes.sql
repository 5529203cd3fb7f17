CREATE TABLE "basin_shapes_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "basin_shapes_state_one_row" CHECK ("basin_shapes_state"."id" = 1)
);
--> statement-breakpoint
-- Names beside the rivers, where the map has rivers.
INSERT INTO "map_layer"
	("id", "name", "type", "source", "paint", "layout", "filter", "draw_order", "legend_order", "lre_properties", "access")
SELECT 'rivers-labels', 'River Names', 'symbol', "source",
	'{"text-halo-width": 1.5, "text-opacity": 0.8}',
	'{"visibility": "visible", "text-field": ["get", "name"], "text-font": ["Open Sans Italic"],
		"text-size": ["match", ["get", "rank"], 1, 12, 2, 11, 11]}',
	'[">=", ["zoom"], ["match", ["get", "rank"], 1, 6.5, 2, 7.5, 8.5]]',
	51, 36, '{"layerGroup": "Rivers and Reservoirs", "popup": {"excludePopup": true}}', "access"
FROM "map_layer" WHERE "id" = 'rivers-line'
ON CONFLICT DO NOTHING;
