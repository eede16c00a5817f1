"""Pictures and chart pages of a game: faces, markers, badges, the map, charts."""

from builder.art.charts import charts_for
from builder.art.faces import check_faces, face_svg
from builder.art.images import badge_image, counter_image, images_for, marker_image
from builder.art.layout import HEX_PX, MapLayout, Rectangle, layout
from builder.art.mapdraw import map_png, map_svg
from builder.art.markers import BADGES, Badge, badge, badge_svg, marker_svg
from builder.art.render import default_cache, render

__all__ = [
    "BADGES", "HEX_PX", "Badge", "MapLayout", "Rectangle", "badge", "badge_image", "badge_svg", "charts_for",
    "check_faces", "counter_image", "default_cache", "face_svg", "images_for", "layout", "map_png", "map_svg",
    "marker_image", "marker_svg", "render",
]  # fmt: skip
