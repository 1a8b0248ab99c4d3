# SYCL's classes in gdb. gdb loads this file with the library that it is named after and lies beside, if its folder is
# one that gdb trusts: `add-auto-load-safe-path <prefix>/lib`.

import gdb
import gdb.printing

# Elements of buffers and accessors that are shown at most; gdb cuts at `set print elements`, too.
MOST = 1 << 16


def sizes(value):
    """The numbers of an id or a range."""
    numbers = value["values_"]
    first, last = numbers.type.range()
    return [int(numbers[place]) for place in range(first, last + 1)]


def braces(numbers):
    return "{" + ", ".join(str(number) for number in numbers) + "}"


def base_of(value, name):
    """The base class of a value whose name begins so, with the value as that."""
    for field in value.type.fields():
        if field.is_base_class:
            if field.type.strip_typedefs().name.startswith(name):
                return value.cast(field.type)
            found = base_of(value.cast(field.type), name)
            if found is not None:
                return found
    return None


class Index:
    """id, range: {1, 2}"""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return braces(sizes(self.value))


class Item:
    """item: {1, 2} of {10, 20}"""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        place = braces(sizes(self.value["id_"]))
        text = "%s of %s" % (place, braces(sizes(self.value["range_"])))
        base = base_of(self.value, "sycl::_V1::detail::item_offset")
        if base is not None and any(field.name == "offset_" for field in base.type.fields()):
            offset = sizes(base["offset_"])
            if any(offset):
                text += " from " + braces(offset)
        return text


class Group:
    """group: group {1} of {10}, work-item {3} of {64} in it"""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        parts = [self.value[name] for name in ("group_id_", "group_range_", "local_id_", "local_range_")]
        return "group %s of %s, work-item %s of %s in it" % tuple(braces(sizes(part)) for part in parts)


class NdItem:
    """nd_item: global {67} of {640}, group {1} of {10}, local {3} of {64}"""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        group = self.value["group_"]
        names = (
            ("global", self.value["global_id_"], self.value["global_range_"]),
            ("group", group["group_id_"], group["group_range_"]),
            ("local", group["local_id_"], group["local_range_"]),
        )
        text = ("%s %s of %s" % (name, braces(sizes(at)), braces(sizes(of))) for name, at, of in names)
        return ", ".join(text)


class Vec:
    """vec: {1, 2, 3, 4}"""

    def __init__(self, value):
        self.value = value
        self.count = int(value.type.strip_typedefs().template_argument(1))

    def to_string(self):
        return None

    def children(self):
        data = self.value["data_"]
        for place in range(self.count):
            yield "[%d]" % place, data[place]

    def display_hint(self):
        return "array"


def elements(first, memory, box):
    """The elements of a box in memory, row by row."""
    count = 0
    index = [0] * len(box)
    while all(box) and count < MOST:
        linear = 0
        for at, size in zip(index, memory):
            linear = linear * size + at
        yield "".join("[%d]" % at for at in index), (first + linear).dereference()
        count += 1
        place = len(box) - 1
        while place >= 0:
            index[place] += 1
            if index[place] < box[place]:
                break
            index[place] = 0
            place -= 1
        if place < 0:
            return


class Accessor:
    """accessor, host_accessor: accessor over {4} of a buffer of {8} from {2} on = {...}"""

    def __init__(self, value):
        self.value = value
        self.parts = base_of(value, "sycl::_V1::detail::element_access")

    def to_string(self):
        name = self.value.type.strip_typedefs().name.split("<")[0].split("::")[-1]
        if self.parts is None or not any(field.name == "box_" for field in self.parts.type.fields()):
            return name
        box, memory = sizes(self.parts["box_"]), sizes(self.parts["memory_"])
        text = "%s over %s" % (name, braces(box))
        if box != memory:
            text += " of a buffer of %s from %s on" % (braces(memory), braces(sizes(self.parts["offset_"])))
        return text

    def children(self):
        if self.parts is None or not any(field.name == "box_" for field in self.parts.type.fields()):
            return iter(())
        first = self.parts["first_"]
        if int(first) == 0:
            return iter(())
        return elements(first, sizes(self.parts["memory_"]), sizes(self.parts["box_"]))

    def display_hint(self):
        return "array"


class LocalAccessor:
    """local_accessor: local_accessor over {4}. Only the runtime knows where the memory of a work-group is."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        fields = [field.name for field in self.value["shape_"].type.fields()]
        if "extent" not in fields:
            return "local_accessor"
        return "local_accessor over %s" % braces(sizes(self.value["shape_"]["extent"]))


class Buffer:
    """buffer: buffer of {8} elements. Its contents may be on a device: accessors show them."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        element = self.value.type.strip_typedefs().template_argument(0)
        what = "sub-buffer" if self.value["is_sub_buffer_"] else "buffer"
        text = "%s of %s %s" % (what, braces(sizes(self.value["range_"])), element)
        offset = int(self.value["byte_offset_"])
        return text + (", from byte %d on" % offset if offset else "")


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("scythe")
    for name, printer in (
        ("id", Index),
        ("range", Index),
        ("item", Item),
        ("nd_item", NdItem),
        ("group", Group),
        ("vec", Vec),
        ("accessor", Accessor),
        ("host_accessor", Accessor),
        ("local_accessor", LocalAccessor),
        ("buffer", Buffer),
    ):
        collection.add_printer(name, "^sycl::_V1::%s<" % name, printer)
    return collection


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
